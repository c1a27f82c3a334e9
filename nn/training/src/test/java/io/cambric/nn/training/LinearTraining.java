package io.cambric.nn.training;

import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.writer.MetricWriter;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.scope.Params;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A small training of a linear model, with four batches an epoch. */
final class LinearTraining {

  private static final int BATCHES = 4;

  private LinearTraining() {}

  /** Inputs and what a linear model should make of them. */
  @PyTree
  record Batch(Array x, Array y) {}

  static List<Batch> batches() {
    var batches = new ArrayList<Batch>();
    for (int i = 0; i < BATCHES; i++) {
      var x = Random.normal(Key.of(i), Shape.of(8, 3));
      batches.add(new Batch(x, x.sum(1).expandDims(1)));
    }
    return batches;
  }

  static StandardTrainState<Dense> state() {
    var model = Dense.of(1);
    return StandardTrainState.create(
        model, model.init(Key.of(0), Numpy.zeros(1, 3)), Optax.adam(0.05));
  }

  static Array loss(StandardTrainState<Dense> state, Params params, Batch batch) {
    var noise = Random.normal(Key.of(1).foldIn(state.step()), Shape.of(8, 1)).mul(0.01);
    return state
        .model()
        .apply(state.variables(params), batch.x())
        .sub(batch.y())
        .add(noise)
        .square()
        .mean();
  }

  static StepResult<StandardTrainState<Dense>> step(StandardTrainState<Dense> state, Batch batch) {
    var loss = valueAndGrad((Params p) -> loss(state, p, batch)).apply(state.params());
    return StepResult.of(state.applyGradients(loss.grads())).with("loss", loss.value());
  }

  static Metrics evaluation(StandardTrainState<Dense> state, Batch batch) {
    return Metrics.of("loss", Mean.empty().update(loss(state, state.params(), batch)));
  }

  static Training<StandardTrainState<Dense>, Batch> training() {
    return Training.of(state(), LinearTraining::step).data(batches());
  }

  /** A writer that keeps lines. */
  static final class Lines implements MetricWriter {

    final List<String> all = new ArrayList<>();

    @Override
    public void writeScalars(long step, Map<String, Double> values) {
      values.forEach((name, value) -> all.add(step + " " + name));
    }

    @Override
    public void close() {}
  }
}
