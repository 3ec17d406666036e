#!/bin/sh
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --requeue
# Slurm repeats a part when its machine fails, two minutes later. A build that fails or is killed begins again at once.
for try in 1 2 3; do
  npx articles build --shard auto --out "parts/$SLURM_ARRAY_TASK_ID" && exit
done
exit 1
