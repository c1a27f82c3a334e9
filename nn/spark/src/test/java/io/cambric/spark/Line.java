package io.cambric.spark;

import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.Dataset;
import io.cambric.lax.Lax;
import io.cambric.nn.Dense;
import io.cambric.nn.training.EpochData;
import io.cambric.nn.training.StepResult;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A model that learns a line from points, with the axis {@code batch}. */
final class Line {

  static final int POINTS = 37;

  private static final int BATCH = 3;
  private static final Dense NET = Dense.of(1);

  private Line() {}

  /** {@return points of the axis x} */
  static List<Float> points() {
    return IntStream.range(0, POINTS).mapToObj(i -> i / (float) POINTS).toList();
  }

  static StandardTrainState<Dense> state() {
    return state(Optax.adam(0.05));
  }

  static StandardTrainState<Dense> state(GradientTransformation tx) {
    var x = Numpy.zeros(Shape.of(1, 1), DType.F32);
    return StandardTrainState.create(NET, NET.init(Key.of(7), x), tx);
  }

  static Training<StandardTrainState<Dense>, Array> training(
      StandardTrainState<Dense> state, Share<Float> share, int epochs) {
    return Training.of(state, Line::step).data(batchesOf(share)).epochs(epochs);
  }

  /** {@return the batches of each epoch} */
  static EpochData<Array> batchesOf(Share<Float> share) {
    return epoch -> batches(share.list(), share.rank(), epoch);
  }

  /** {@return the batches of an epoch, in an order of each process} */
  private static Dataset<Array> batches(List<Float> points, int rank, int epoch) {
    var x = new float[points.size()];
    for (int i = 0; i < x.length; i++) {
      x[i] = points.get(i);
    }
    return Dataset.ofArrays((Array) NdArray.of(Shape.of(x.length, 1), x))
        .shuffle(Key.of(epoch).foldIn(rank))
        .batch(BATCH);
  }

  static StepResult<StandardTrainState<Dense>> step(StandardTrainState<Dense> state, Array x) {
    var result = valueAndGrad((Params params) -> loss(params, x)).apply(state.params());
    var next = state.applyGradients(Lax.pmean(result.grads(), "batch"));
    var metrics = StepResult.of(next).with("loss", result.value()).metrics();
    return new StepResult<>(next, metrics.psum("batch"));
  }

  /** {@return a state after steps of one process alone} */
  static StandardTrainState<Dense> after(int steps, StandardTrainState<Dense> state) {
    var next = state;
    var x = NdArray.of(Shape.of(2, 1), 0.25f, 0.5f);
    for (int i = 0; i < steps; i++) {
      var result = valueAndGrad((Params params) -> loss(params, x)).apply(next.params());
      next = next.applyGradients(result.grads());
    }
    return next;
  }

  static Array loss(Params params, Array x) {
    return NET.apply(Variables.of(params), x).sub(x.mul(2).add(1)).square().mean();
  }

  /** {@return the parameters after a training with workers of this process} */
  static Params trainedInWorkers(int workers, int epochs) {
    var step =
        pmap((StandardTrainState<Dense> state, Array x) -> step(state, x).state())
            .inAxes(null, 0)
            .axisName("batch");
    var state = state();
    for (int epoch = 0; epoch < epochs; epoch++) {
      var lanes = new ArrayList<List<Array>>();
      for (int rank = 0; rank < workers; rank++) {
        lanes.add(all(batches(share(rank, workers), rank, epoch)));
      }
      for (int i = 0; i < lanes.getFirst().size(); i++) {
        int batch = i;
        var stacked = Numpy.stack(lanes.stream().map(lane -> lane.get(batch)).toList(), 0);
        state = Trees.map(step.apply(state, stacked), (Array each) -> each.get("0"));
      }
    }
    return state.params();
  }

  /** {@return the points of one process: as many as all have} */
  static List<Float> share(int rank, int size) {
    return IntStream.range(0, POINTS / size).mapToObj(i -> points().get(i * size + rank)).toList();
  }

  private static List<Array> all(Dataset<Array> batches) {
    var all = new ArrayList<Array>();
    try (var iterator = batches.iterator()) {
      iterator.forEachRemaining(all::add);
    }
    return all;
  }
}
