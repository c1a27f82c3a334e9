package io.cambric.nn.training;

import io.cambric.scope.Params;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The state of a loop, from which a training continues bit for bit.
 *
 * @param moving the state and the average
 * @param sums of metrics since the last numbers
 * @param step steps taken
 * @param epoch the running epoch, from 0
 * @param position of the next batch in the data of the epoch
 * @param logged steps at the last numbers of the training
 * @param bestMetric the best value so far in early stopping
 * @param patienceCount evaluations without an improvement, in early stopping
 * @param ended 1 if early stopping has ended the training, else 0
 */
record LoopState<S extends TrainState<S>>(
    StepCarry<S> moving,
    Metrics sums,
    long step,
    int epoch,
    long[] position,
    long logged,
    double bestMetric,
    int patienceCount,
    int ended) {

  /** {@return the tree that a checkpoint holds; its names stay the same in later versions} */
  Map<String, Object> toTree() {
    var tree = new TreeMap<String, Object>();
    tree.put("state", moving.state());
    if (moving.average() != null) {
      tree.put("average", moving.average());
    }
    tree.put("metrics", sums);
    tree.put("step", step);
    tree.put("epoch", epoch);
    tree.put("position", position);
    tree.put("logged", logged);
    tree.put("best_metric", bestMetric);
    tree.put("patience_count", patienceCount);
    tree.put("ended", ended);
    return tree;
  }

  /** {@return this state with the values of a tree of the same structure} */
  @SuppressWarnings("unchecked") // the structure is that of this
  LoopState<S> ofTree(Map<String, Object> tree) {
    var average = (Params) tree.get("average");
    return new LoopState<>(
        new StepCarry<>((S) value(tree, "state"), average),
        (Metrics) value(tree, "metrics"),
        (long) value(tree, "step"),
        (int) value(tree, "epoch"),
        (long[]) value(tree, "position"),
        (long) value(tree, "logged"),
        (double) value(tree, "best_metric"),
        (int) value(tree, "patience_count"),
        (int) value(tree, "ended"));
  }

  private static Object value(Map<String, Object> tree, String name) {
    return Objects.requireNonNull(tree.get(name));
  }
}
