package io.cambric.nn.optim;

import static io.cambric.nn.optim.FlatSample.GRADS;
import static io.cambric.nn.optim.FlatSample.PARAMS;
import static io.cambric.nn.optim.FlatSample.RATES;
import static io.cambric.nn.optim.FlatSample.assertTrained;
import static io.cambric.nn.optim.FlatSample.bias;
import static io.cambric.nn.optim.FlatSample.train;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.scope.Params;
import io.cambric.transform.Transforms;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Steps with other hyperparameters, several optimisers, and mistakes. Numbers are of flax.optim of
 * Flax 0.5.3, run on JAX 0.10.
 */
@SuppressWarnings("deprecation")
class OptimizerTest {

  private static final ModelParamTraversal BIASES =
      new ModelParamTraversal((path, _) -> path.endsWith("/bias"));
  private static final ModelParamTraversal OTHERS =
      new ModelParamTraversal((path, _) -> !path.endsWith("/bias"));
  private static final MultiOptimizer MULTI =
      MultiOptimizer.of(BIASES, new GradientDescent(0.1)).and(OTHERS, new Momentum(0.05));

  @Test
  void a_step_may_override_hyperparameters_and_the_definition_stays() {
    var definition = new GradientDescent();
    var optimizer = definition.create(PARAMS);

    for (int i = 0; i < 3; i++) {
      double rate = RATES[i];
      optimizer = optimizer.applyGradient(GRADS.get(i), g -> g.withLearningRate(rate));
    }

    assertTrained(optimizer, bias(0.05, -0.2375, 0.1), 0.4625, -1.3375, 0.1, 1.35, 0.875, -0.575);
    assertThat(optimizer.optimizerDef()).isEqualTo(definition);
    assertThat(optimizer.state().step().item()).isEqualTo(3);
  }

  @Test
  void a_learning_rate_may_be_an_argument_of_a_jitted_step() {
    var step =
        Transforms.jit(
            (Optimizer<GradientDescent, Map<String, Array>> optimizer,
                Map<String, Array> grads,
                Array rate) -> optimizer.applyGradient(grads, g -> g.withLearningRate(rate)));
    var optimizer = new GradientDescent().create(PARAMS);

    for (int i = 0; i < 3; i++) {
      optimizer = step.apply(optimizer, GRADS.get(i), NdArray.scalar(DType.F32, RATES[i]));
    }

    assertTrained(optimizer, bias(0.05, -0.2375, 0.1), 0.4625, -1.3375, 0.1, 1.35, 0.875, -0.575);
    assertThat(step.traceCount()).isEqualTo(1);
  }

  @Test
  void states_are_found_by_the_path_of_their_parameter() {
    var params = Params.of(Map.of("Dense_0", Map.of("kernel", array(Shape.of(2), 1, 2))));
    var optimizer = new Momentum(0.1).create(params).applyGradient(params);

    var state = (Momentum.State) optimizer.state().paramStates().get("Dense_0/kernel");

    assertNear(state.momentum(), 1, 2);
    assertNear(optimizer.target().get("Dense_0", "kernel"), 0.9, 1.8);
  }

  @Test
  void several_optimisers_each_step_along_the_parameters_of_their_traversal() {
    assertTrained(
        train(MULTI),
        bias(-0.025, -0.225, 0.225),
        0.37449998,
        -1.19775,
        0.17025,
        1.446125,
        0.97224998,
        -0.62787503);
  }

  @Test
  void a_step_may_override_hyperparameters_of_each_of_several_optimisers() {
    var optimizer = MULTI.create(PARAMS);

    for (int i = 0; i < 3; i++) {
      double rate = RATES[i];
      optimizer =
          optimizer.applyGradient(
              GRADS.get(i),
              all ->
                  all.with(0, GradientDescent.class, g -> g.withLearningRate(rate))
                      .withEach(Momentum.class, m -> m.withLearningRate(rate)));
    }

    assertTrained(
        optimizer,
        bias(0.05, -0.2375, 0.1),
        0.26449999,
        -1.51525,
        0.18775001,
        1.2498751,
        1.30475,
        -0.72912496);
  }

  @Test
  void parameters_outside_of_the_focus_stay_and_have_no_state() {
    var optimizer = new Momentum(0.1).create(PARAMS, OTHERS).applyGradient(GRADS.getFirst());

    assertTrained(optimizer, bias(0.1, -0.2, 0.3), 0.4, -1.05, 0.3, 1.475, 0.95, -0.575);
    assertThat(optimizer.state().paramStates()).containsOnlyKeys("kernel");
  }

  @Test
  void weight_norm_passes_overrides_to_its_inner_optimiser() {
    var definition = new WeightNorm<>(new Adam()).withWnDecay(0.1).withWnEps(1e-3);
    var optimizer = definition.create(PARAMS);

    for (int i = 0; i < 3; i++) {
      double rate = RATES[i];
      optimizer =
          optimizer.applyGradient(
              GRADS.get(i), norm -> norm.withInner(adam -> adam.withLearningRate(rate)));
    }

    assertTrained(
        optimizer,
        bias(-0.086171672, -0.055992234, 0.0063222628),
        0.19980507,
        -1.1396964,
        0.32375512,
        1.2698869,
        1.0727928,
        -0.63155866);
  }

  @Test
  void weight_norm_keeps_directions_and_scales_of_kernels_only() {
    var states = train(new WeightNorm<>(new Momentum(0.1))).state().paramStates();

    var kernel = (WeightNorm.State) states.get("kernel");
    assertNear(
        kernel.direction(), 0.02195479, -0.7948926, 0.2883948, 1.0527204, 0.70178044, -0.97246605);
    assertNear(kernel.scale(), 1.397528, 1.7941391, 0.7182065);
    assertThat(((WeightNorm.State) states.get("bias")).scale()).isNull();
  }

  @Test
  void adafactor_keeps_rows_and_columns_of_factored_parameters() {
    var states =
        train(new Adafactor(0.1).withBeta1(0.9).withWeightDecayRate(0.01).withMinDimSizeToFactor(2))
            .state()
            .paramStates();

    var kernel = (Adafactor.State) states.get("kernel");
    assertNear(kernel.vRow(), 1.0724847, 0.9941203);
    assertNear(kernel.vCol(), 0.9260745, 0.98213017, 1.1917027);
    assertNear(kernel.v(), 0);
    assertNear(kernel.m(), 0.01257937, 0.01068936, 0.01429202, -0.00057836, -0.00156607, 0.0092954);
    assertNear(((Adafactor.State) states.get("bias")).v(), 0.49846002, 0.56644017, 0.45522162);
  }

  record SignDescent(Scalar learningRate) implements ParamOptimizerDef<SignDescent, EmptyState> {

    @Override
    public EmptyState initParamState(Array param) {
      return new EmptyState();
    }

    @Override
    public ParamUpdate<EmptyState> applyParamGradient(
        Array step, Array param, EmptyState state, Array grad) {
      return new ParamUpdate<>(param.sub(learningRate.times(Numpy.sign(grad))), state);
    }
  }

  @Test
  void an_optimiser_of_ones_own_is_a_record_with_a_step_for_one_parameter() {
    assertTrained(
        train(new SignDescent(Scalar.of(0.1))),
        bias(0, -0.3, 0.2),
        0.4,
        -1.1,
        0.15,
        1.4,
        0.65,
        -0.6);
  }

  @Test
  void a_missing_learning_rate_is_refused_at_the_step() {
    var optimizer = new Momentum().create(PARAMS);

    assertThatThrownBy(() -> optimizer.applyGradient(PARAMS))
        .isInstanceOf(HyperparameterException.class)
        .hasMessage(
            "Momentum needs a learning rate, but has none. Pass it to the constructor, or to the step: applyGradient(grads, hp -> hp.withLearningRate(rate)).");
  }

  @Test
  void traversals_that_share_a_parameter_are_refused() {
    var overlapping = MULTI.and(BIASES, new Adam(0.1));

    assertThatThrownBy(() -> overlapping.create(PARAMS))
        .isInstanceOf(TreeStructureException.class)
        .hasMessage(
            "MultiOptimizer needs traversals that select each parameter at most once, but 2 select \"/bias\". Narrow their filters.");
  }

  @Test
  void an_override_of_a_part_that_is_not_there_is_refused() {
    assertThatThrownBy(() -> MULTI.with(1, Adam.class, adam -> adam.withLearningRate(1)))
        .isInstanceOf(HyperparameterException.class)
        .hasMessage(
            "MultiOptimizer.with needs the position of a Adam, but part 1 is not one; the parts are [GradientDescent, Momentum]. Pass its position, counted from 0.");
    assertThatThrownBy(() -> MULTI.withEach(Adam.class, adam -> adam.withLearningRate(1)))
        .isInstanceOf(HyperparameterException.class)
        .hasMessage(
            "MultiOptimizer.withEach needs at least one Adam, but the parts are [GradientDescent, Momentum]. Pass the class of a part.");
  }

  @Test
  void a_state_of_other_parameters_is_refused() {
    var state = new Momentum(0.1).initState(Map.of("other", array(Shape.of(1), 1)));
    var optimizer = new Optimizer<>(new Momentum(0.1), state, PARAMS);

    assertThatThrownBy(() -> optimizer.applyGradient(PARAMS))
        .isInstanceOf(TreeStructureException.class)
        .hasMessage(
            "Momentum needs a state of the parameters [bias, kernel], but got a state of [other]. Call create for these parameters.");
  }

  @Test
  void parameters_of_one_path_are_refused() {
    var one = array(Shape.of(1), 1);
    var params = Map.of("a/b", one, "a", Map.of("b", one));

    assertThatThrownBy(() -> new Momentum(0.1).create(params))
        .isInstanceOf(TreeStructureException.class)
        .hasMessage(
            "An optimizer needs parameters with different paths, but two have the path \"a/b\". Use names without slashes.");
  }
}
