package io.cambric.nn.loop;

import io.cambric.annotations.PyTree;
import io.cambric.nn.metric.Metrics;
import io.cambric.scope.Params;
import org.jspecify.annotations.Nullable;

/**
 * All that a training needs to continue to the bit; what a checkpoint holds.
 *
 * @param state of the model and its optimiser
 * @param average the moving average of the parameters; {@code null} without one
 * @param metrics sums since the last numbers
 * @param step steps taken
 * @param epoch that runs, from 0
 * @param position of the next batch in the data of the epoch
 * @param logged steps at the last numbers of the training
 * @param bestMetric the best value that early stopping has seen
 * @param patienceCount its evaluations without an improvement
 * @param ended 1 if early stopping has ended the training, else 0
 */
@PyTree
record LoopState<S>(
    S state,
    @Nullable Params average,
    Metrics metrics,
    long step,
    int epoch,
    long[] position,
    long logged,
    double bestMetric,
    int patienceCount,
    int ended) {}
