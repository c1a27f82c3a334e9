package io.cambric.flax.upstream;

import static io.cambric.flax.upstream.Numbers.assertNumbers;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.full;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.sum;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.masked;
import static io.cambric.optax.Optax.scaleBySchedule;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.Optax.trace;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.valueAndGradAux;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.flax.upstream.FlipModules.HandMadeState;
import io.cambric.flax.upstream.FlipModules.Momentum;
import io.cambric.flax.upstream.FlipModules.StatsState;
import io.cambric.lax.Lax;
import io.cambric.nn.Dense;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.transform.ScaleBySchedule;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.WithAux;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/** The examples of the proposal to use Optax. */
class OptaxNoteTest {

  private static final Key KEY = Key.of(0);
  private static final Array IMAGES = Random.uniform(Key.of(1), Shape.of(16, 4, 4, 1)).sub(0.5);
  private static final Array LABELS = arange(16).mod(10);
  private static final Batch BATCH = new Batch(IMAGES, LABELS);

  record Batch(Array image, Array label) {}

  // -- setup code

  private static Array onehot(Array labels, int numClasses, double onValue, double offValue) {
    var x = labels.get("..., None").eq(arange(numClasses).get("None"));
    x = Lax.select(x, full(x.shape(), onValue), full(x.shape(), offValue));
    return x.astype(DType.F32);
  }

  private static Array xentLoss(Array logits, Array labels) {
    return sum(onehot(labels, 10, 1, 0).mul(logits)).neg().div(labels.size());
  }

  private static Array getLearningRate(Array step) {
    return scalar(0.1);
  }

  @Test
  void the_model_has_the_variables_of_its_layers_and_a_loss() {
    var model = Model.of(false);

    var variables = model.init(KEY, IMAGES.get(":1"));

    assertThat(variables)
        .hasToString(
            """
            {
              batch_stats: {
                BatchNorm_0: {
                  mean: f32[16]
                  var: f32[16]
                }
              }
              params: {
                BatchNorm_0: {
                  scale: f32[16]
                  bias: f32[16]
                }
                Dense_0: {
                  kernel: f32[16,10]
                  bias: f32[10]
                }
              }
            }\
            """);
    assertNumbers(xentLoss(model.apply(variables, IMAGES), LABELS), 2.44182038);
  }

  // -- gradient transformations

  private static final GradientTransformation MOMENTUM =
      chain(trace(0.9), scaleBySchedule(step -> getLearningRate(step).neg()));

  @Test
  void momentum_is_a_chain_of_a_trace_and_a_schedule() {
    var params = Params.of("w", array(1.0, 2.0));
    var state = MOMENTUM.init(params);

    for (int i = 0; i < 3; i++) {
      var step = MOMENTUM.update(params, state, params);
      params = applyUpdates(params, step.updates());
      state = step.state();
    }

    assertNumbers(params.get("w"), 0.48599997, 0.97199994);
    assertThat(state.find(ScaleBySchedule.State.class).orElseThrow().count().item()).isEqualTo(3);
  }

  // -- training step

  record Trained(OptState optState, Variables variables, Array loss) {}

  private static Trained trainStep(
      OptState optState, Variables variables, Batch batch, Model model, GradientTransformation tx) {
    var params = variables.params();
    var all =
        valueAndGradAux(
                (Params p) -> {
                  var applied =
                      model.apply(variables.withParams(p), mutable("batch_stats"), batch.image());
                  return new WithAux<>(
                      xentLoss(applied.output(), batch.label()), applied.variables());
                })
            .apply(params);
    var updated = tx.update(all.grads(), optState, params);
    var newParams = applyUpdates(params, updated.updates());
    return new Trained(
        updated.state(), variables.with(all.aux()).withParams(newParams), all.value());
  }

  private static Variables train(Model model, GradientTransformation tx, double... expectedLosses) {
    var step = jit((OptState s, Variables v, Batch b) -> trainStep(s, v, b, model, tx));
    var variables = model.init(KEY, IMAGES);
    var optState = tx.init(variables.params());
    var losses = new ArrayList<Double>();
    for (int i = 0; i < expectedLosses.length; i++) {
      var trained = step.apply(optState, variables, BATCH);
      optState = trained.optState();
      variables = trained.variables();
      losses.add(trained.loss().item());
    }
    for (int i = 0; i < expectedLosses.length; i++) {
      assertThat(losses.get(i)).isCloseTo(expectedLosses[i], within(1e-4));
    }
    return variables;
  }

  @Test
  void a_training_step_takes_and_returns_the_optimizer_state_and_all_variables() {
    var variables = train(Model.of(true), MOMENTUM, 3.13366652, 2.98356581, 2.71819353, 2.38135195);

    assertNumbers(
        variables.collection("batch_stats").get("BatchNorm_0", "mean").get(":2"),
        -0.00181029,
        0.00361926);
    assertNumbers(
        variables.params().get("Dense_0", "bias").get(":3"), 0.01309173, 0.03078890, 0.01869735);
  }

  @Test
  void statistics_stay_when_the_running_ones_are_used() {
    var variables =
        train(Model.of(false), MOMENTUM, 2.44182038, 2.43006611, 2.40803957, 2.37730074);

    assertThat(variables.collection("batch_stats").get("BatchNorm_0", "mean").toFloats())
        .containsOnly(0);
  }

  // -- several optimizers

  private static Fn<Params, Params> traversal(BiPredicate<String, Array> chosen) {
    return params -> params.mapWithPath(chosen::test);
  }

  @Test
  void parts_of_the_parameters_have_optimizers_of_their_own() {
    var tx =
        chain(
            masked(sgd(0.1), traversal((path, _) -> path.endsWith("/bias"))),
            masked(sgd(0.05), traversal((path, _) -> !path.endsWith("/bias"))));

    var variables = train(Model.of(true), tx, 3.13366652, 3.05656171, 2.98229361, 2.91068840);

    assertNumbers(
        variables.params().get("Dense_0", "bias").get(":3"), 0.00509560, 0.01408248, 0.00886285);
  }

  // -- train state

  private static final Array INPUTS = Random.uniform(Key.of(2), Shape.of(4, 2));
  private static final Array TARGETS = ones(4, 3);

  @Test
  void a_train_state_of_ones_own_is_a_record_with_static_components() {
    var model = Dense.of(3);
    var params = model.init(KEY, INPUTS).params();
    var state = HandMadeState.create(model::apply, params, adam(1e-2));
    var step =
        jit((HandMadeState s) -> {
          var loss =
              valueAndGrad((Params p) ->
                  s.applyFn().apply(Variables.of(p), INPUTS).sub(TARGETS).square().mean());
          return s.applyGradients(loss.apply(s.params()).grads());
        });

    for (int i = 0; i < 3; i++) {
      state = step.apply(state);
    }

    assertThat(state.step().item()).isEqualTo(3);
    assertThat(step.traceCount()).isEqualTo(1);
    assertNumbers(state.params().get("bias"), 0.02996565, 0.02998052, 0.02998277);
  }

  record WithLoss<T>(T state, Array loss) {}

  private static WithLoss<StatsState> statsStep(StatsState state, Array inputs, Array labels) {
    var all =
        valueAndGradAux(
                (Params params) -> {
                  var applied =
                      state
                          .model()
                          .apply(
                              Variables.of(
                                  Map.of("params", params, "batch_stats", state.batchStats())),
                              mutable("batch_stats"),
                              inputs);
                  return new WithAux<>(xentLoss(applied.output(), labels), applied.variables());
                })
            .apply(state.params());
    var next =
        state.applyGradients(all.grads()).withBatchStats(all.aux().collection("batch_stats"));
    return new WithLoss<>(next, all.value());
  }

  @Test
  void a_train_state_may_have_more_fields() {
    var model = Model.of(true);
    var state = StatsState.create(model, model.init(KEY, IMAGES), sgd(0.1, 0.9));
    var step = jit(OptaxNoteTest::statsStep);
    var losses = new ArrayList<Double>();

    for (int i = 0; i < 4; i++) {
      var stepped = step.apply(state, IMAGES, LABELS);
      state = stepped.state();
      losses.add(stepped.loss().item());
    }

    assertThat(losses.getLast()).isCloseTo(2.38135195, within(1e-4));
    assertNumbers(state.batchStats().get("BatchNorm_0", "mean").get(":2"), -0.00181029, 0.00361926);
    assertThat(state.step().item()).isEqualTo(4);
  }

  private static WithLoss<StandardTrainState<Dense>> denseStep(
      StandardTrainState<Dense> state, Array inputs, Array labels) {
    var lossAndGrads =
        valueAndGrad(
                (Params params) -> {
                  var outputs = state.model().apply(Variables.of(params), inputs);
                  return outputs.sub(labels).square().mean();
                })
            .apply(state.params());
    return new WithLoss<>(state.applyGradients(lossAndGrads.grads()), lossAndGrads.value());
  }

  @Test
  void a_step_without_mutable_state_is_short() {
    var model = Dense.of(3);
    var state = StandardTrainState.create(model, model.init(KEY, INPUTS), adam(1e-2));
    var step = jit(OptaxNoteTest::denseStep);
    var losses = new ArrayList<Double>();

    for (int i = 0; i < 3; i++) {
      var stepped = step.apply(state, INPUTS, TARGETS);
      state = stepped.state();
      losses.add(stepped.loss().item());
    }

    assertThat(losses.get(0)).isCloseTo(1.22295415, within(1e-5));
    assertThat(losses.get(1)).isCloseTo(1.18274832, within(1e-5));
    assertThat(losses.get(2)).isCloseTo(1.14342868, within(1e-5));
    assertNumbers(state.params().get("bias"), 0.02996565, 0.02998052, 0.02998277);
  }

  // -- the previous API

  @Test
  void an_optimizer_of_ones_own_is_a_record_with_init_and_update() {
    train(Model.of(true), new Momentum(0.1, 0.9), 3.13366652, 2.98356581, 2.71819353, 2.38135195);
  }

  @Test
  void a_learning_rate_may_be_an_argument_of_the_step() {
    var tx = trace(0.9);
    var model = Model.of(true);
    var step =
        jit((Params params, OptState momentum, Array learningRate) -> {
          var grads =
              valueAndGradAux(
                      (Params p) -> {
                        var stats = model.init(KEY, IMAGES).withParams(p);
                        var applied = model.apply(stats, mutable("batch_stats"), IMAGES);
                        return new WithAux<>(
                            xentLoss(applied.output(), LABELS), applied.variables());
                      })
                  .apply(params)
                  .grads();
          var updated = tx.update(grads, momentum, params);
          var scaled = updated.updates().map(u -> u.mul(learningRate.neg()));
          return new Trained(
              updated.state(), Variables.of(applyUpdates(params, scaled)), learningRate);
        });
    var params = model.init(KEY, IMAGES).params();
    OptState momentum = tx.init(params);

    for (int i = 0; i < 4; i++) {
      var trained = step.apply(params, momentum, getLearningRate(scalar(i)));
      params = trained.variables().params();
      momentum = trained.optState();
    }

    assertThat(step.traceCount()).isEqualTo(1);
    assertNumbers(params.get("Dense_0", "bias").get(":3"), 0.01309173, 0.03078890, 0.01869735);
  }
}
