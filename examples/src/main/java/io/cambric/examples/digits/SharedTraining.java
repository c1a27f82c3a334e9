package io.cambric.examples.digits;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.transform.Transforms.pmap;
import static io.cambric.transform.Transforms.valueAndGradAux;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.data.image.LabelledImages;
import io.cambric.examples.images.Batch;
import io.cambric.lax.Lax;
import io.cambric.nn.training.Mean;
import io.cambric.nn.training.Metrics;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.StepResult;
import io.cambric.nn.training.Training;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;
import java.util.List;

/**
 * A training of the network on images that several lanes share: processes, or the workers of {@code
 * pmap}. Each lane has images of its own; gradients and running statistics are averaged over the
 * lanes, so they all have the same parameters.
 *
 * @param plan the choices
 */
public record SharedTraining(SharedPlan plan) {

  /** The name of the axis whose lanes share the training. */
  public static final String AXIS = "batch";

  private static final int SIDE = 8;

  /** The largest intensity of images that are scaled already. */
  private static final double SCALED = 1;

  /** {@return the state before the first step, the same in all lanes} */
  public StandardTrainState<DigitNet> state() {
    var images = Numpy.zeros(Shape.of(1, SIDE, SIDE, 1), DType.F32);
    var rate = DigitsExample.rate(plan.rate(), plan.steps() * plan.epochs());
    return StandardTrainState.create(
        net(), net().init(Key.of(plan.seed()), images, false), Optax.adam(rate));
  }

  private DigitNet net() {
    return DigitNet.of(plan.width(), SCALED);
  }

  /**
   * {@return the training of one process}
   *
   * @param state before the first step
   * @param rank the number of the process
   * @param size the number of processes
   * @param own images of the process
   * @param test images to test on
   */
  public Training<StandardTrainState<DigitNet>, Batch> training(
      StandardTrainState<DigitNet> state, int rank, int size, Batch own, Batch test) {
    var tests = Dataset.ofArrays(test).batch(test.size(), Remainder.KEEP);
    return Training.of(state, this::step)
        .data(epoch -> batches(rank, size, own, epoch))
        .epochs(plan.epochs())
        .evaluate("test", tests, SharedTraining::evaluation)
        .requireFinite("loss");
  }

  private Dataset<Batch> batches(int rank, int size, Batch own, int epoch) {
    var key = Key.of(plan.seed()).foldIn(rank).foldIn(-1 - epoch);
    return Dataset.ofArrays(own).shuffle(key).batch(plan.batch() / size);
  }

  private static Metrics evaluation(StandardTrainState<DigitNet> state, Batch batch) {
    var examples = NdArray.scalar(DType.F32, batch.size());
    return state
        .model()
        .apply(
            state.variables(),
            m ->
                DigitsExample.metrics(m, of(batch), false)
                    .with(
                        "loss",
                        Mean.empty().update(DigitsExample.loss(m, of(batch), false), examples)));
  }

  private static LabelledImages of(Batch batch) {
    return new LabelledImages(batch.images(), batch.labels());
  }

  /** The results of a step besides the loss: the running statistics, and the metrics. */
  @PyTree
  record Found(Variables statistics, Metrics metrics) {}

  private StepResult<StandardTrainState<DigitNet>> step(
      StandardTrainState<DigitNet> state, Batch batch) {
    var dropout = Key.of(plan.seed()).foldIn(Lax.axisIndex(AXIS)).foldIn(state.step());
    var options = mutable("batch_stats").rng("dropout", dropout);
    var at =
        valueAndGradAux(
                (Params params) -> {
                  var variables = state.variables(params);
                  var net = state.model();
                  var loss =
                      net.apply(variables, options, m -> DigitsExample.loss(m, of(batch), true));
                  var metrics =
                      net.apply(variables, options, m -> DigitsExample.metrics(m, of(batch), true));
                  return new WithAux<>(
                      loss.output(), new Found(loss.variables(), metrics.output()));
                })
            .apply(state.params());
    var next =
        state
            .applyGradients(Lax.pmean(at.grads(), AXIS))
            .withModelState(Lax.pmean(at.aux().statistics(), AXIS));
    var metrics = at.aux().metrics().with("loss", Mean.empty().update(at.value()));
    return new StepResult<>(next, metrics.psum(AXIS));
  }

  /**
   * {@return the parameters after the training with a worker of this process for each share}
   *
   * @param shares the images of each worker
   */
  public Params trainInWorkers(List<Batch> shares) {
    var state = state();
    var step =
        pmap((StandardTrainState<DigitNet> s, Batch batch) -> step(s, batch).state())
            .inAxes(null, 0)
            .axisName(AXIS);
    var program =
        Transforms.jit((StandardTrainState<DigitNet> s, Batch batch) ->
            Trees.map(step.apply(s, batch), (Array lanes) -> lanes.get("0")));
    for (int epoch = 0; epoch < plan.epochs(); epoch++) {
      var batches = stacked(shares, epoch);
      try (var iterator = batches.iterator()) {
        while (iterator.hasNext()) {
          state = program.apply(state, iterator.next());
        }
      }
    }
    return state.params();
  }

  private Dataset<Batch> stacked(List<Batch> shares, int epoch) {
    var stacked =
        batches(0, shares.size(), shares.getFirst(), epoch)
            .map(batch -> Trees.map(batch, (Array rows) -> Numpy.expandDims(rows, 0)));
    for (int rank = 1; rank < shares.size(); rank++) {
      stacked =
          stacked.zip(
              batches(rank, shares.size(), shares.get(rank), epoch), SharedTraining::appended);
    }
    return stacked;
  }

  private static Batch appended(Batch lanes, Batch next) {
    return Trees.map(
        lanes,
        next,
        (Array all, Array own) -> Numpy.concatenate(List.of(all, Numpy.expandDims(own, 0))));
  }

  /**
   * {@return the digits that images show}
   *
   * @param variables of the network
   * @param images {@code [n, 8, 8, 1]}
   */
  public Array digits(Variables variables, Array images) {
    return net().apply(variables, images, false).argmax(-1);
  }
}
