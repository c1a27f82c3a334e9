package io.cambric.examples.flip1009;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.numpy.Activations.oneHot;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.masked;
import static io.cambric.optax.Optax.scaleBySchedule;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.optax.Optax.trace;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGradAux;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.core.Costs;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.nn.optim.GradientDescent;
import io.cambric.nn.optim.ModelParamTraversal;
import io.cambric.nn.optim.Momentum;
import io.cambric.nn.optim.MultiOptimizer;
import io.cambric.nn.optim.Optimizer;
import io.cambric.nn.optim.OptimizerDef;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Jit2;
import io.cambric.transform.Lowered;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.WithAux;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The examples of FLIP 1009 with the older optimisers and with those of Optax, on the digits.
 * Numbers are those of its newer code with Flax 0.12.8 and Optax 0.2.8.
 */
@SuppressWarnings("deprecation")
class Flip1009Test {

  private static final Model MODEL = Model.of();
  private static final DigitsData DIGITS = DigitsData.builtIn();
  private static final List<Batch> BATCHES = DIGITS.trainingPart().batches(16);
  private static final Batch TEST = DIGITS.testPart().batch();
  private static final Variables VARIABLES =
      MODEL.init(Key.of(0), BATCHES.getFirst().images().get("0:1"));

  /** A step may count itself with an addition of two scalars, and a limit. */
  private static final int COUNTING = 4;

  /** The state of a training, and the loss before its last step. */
  private interface Trained {

    Variables variables();

    Array loss();
  }

  @PyTree
  record Older<D extends OptimizerDef<D>>(
      Optimizer<D, Params> optimizer, Variables batchStats, Array loss) implements Trained {

    @Override
    public Variables variables() {
      return Variables.of(optimizer.target()).with(batchStats);
    }
  }

  @PyTree
  record Newer(OptState state, Variables variables, Array loss) implements Trained {}

  @PyTree
  record OfState(StandardTrainState<Model> state, Array loss) implements Trained {

    @Override
    public Variables variables() {
      return state.variables();
    }
  }

  private static WithAux<Variables> loss(Variables variables, Batch batch) {
    var applied = MODEL.apply(variables, mutable("batch_stats"), batch.images());
    var loss = oneHot(batch.labels(), 10).mul(applied.output()).sum().neg();
    return new WithAux<>(loss.div(batch.labels().size()), applied.variables());
  }

  private static <D extends OptimizerDef<D>> Older<D> olderStep(
      Older<D> older, Batch batch, UnaryOperator<D> override) {
    var optimizer = older.optimizer();
    var all =
        valueAndGradAux(
                (Params params) -> loss(Variables.of(params).with(older.batchStats()), batch))
            .apply(optimizer.target());
    return new Older<>(optimizer.applyGradient(all.grads(), override), all.aux(), all.value());
  }

  private static Newer newerStep(Newer newer, Batch batch, GradientTransformation tx) {
    var variables = newer.variables();
    var all =
        valueAndGradAux((Params params) -> loss(variables.withParams(params), batch))
            .apply(variables.params());
    var updated = tx.update(all.grads(), newer.state(), variables.params());
    var params = applyUpdates(variables.params(), updated.updates());
    return new Newer(updated.state(), variables.with(all.aux()).withParams(params), all.value());
  }

  private static OfState stepOfState(OfState before, Batch batch) {
    var state = before.state();
    var all =
        valueAndGradAux((Params params) -> loss(state.variables(params), batch))
            .apply(state.params());
    return new OfState(state.applyGradients(all.grads()).withModelState(all.aux()), all.value());
  }

  /** A training: its losses, its accuracy, and the compiled step. */
  private record Run(List<Double> losses, int correct, Lowered step) {

    static <S extends Trained> Run of(Jit2<S, Batch, S> step, S initial) {
      var losses = new ArrayList<Double>();
      var state = initial;
      for (var batch : BATCHES) {
        state = step.apply(state, batch);
        losses.add(state.loss().item());
      }
      var hits = MODEL.apply(state.variables(), TEST.images()).argmax(-1).eq(TEST.labels());
      return new Run(losses, (int) hits.sum().item(), step.lower(initial, BATCHES.getFirst()));
    }

    static <D extends OptimizerDef<D>> Run older(D definition, AtStep<D> override) {
      var optimizer = definition.create(VARIABLES.params());
      return of(
          jit((Older<D> state, Batch batch) ->
              olderStep(
                  state,
                  batch,
                  d -> override.hyperparameters(d, state.optimizer().state().step()))),
          new Older<>(optimizer, VARIABLES.without(Variables.PARAMS), scalar(0.0)));
    }

    static Run newer(GradientTransformation tx) {
      var initial = new Newer(tx.init(VARIABLES.params()), VARIABLES, scalar(0.0));
      return of(jit((Newer state, Batch batch) -> newerStep(state, batch, tx)), initial);
    }

    static Run ofState(GradientTransformation tx) {
      var state = StandardTrainState.create(MODEL, VARIABLES, tx);
      return of(jit(Flip1009Test::stepOfState), new OfState(state, scalar(0.0)));
    }

    void assertSameAs(Run older) {
      assertThat(losses).isEqualTo(older.losses);
      assertThat(correct).isEqualTo(older.correct);
      assertThat(step.programText().lines())
          .hasSameSizeAs(older.step.programText().lines().toList());
      assertThat(step.bytesAccessed()).isCloseTo(older.step.bytesAccessed(), within(16L));
      var costs = Costs.of(step.jaxpr());
      var before = Costs.of(older.step.jaxpr());
      assertThat(costs.flops()).isCloseTo(before.flops(), within((long) COUNTING));
      assertThat(costs.transcendentals()).isEqualTo(before.transcendentals());
    }

    void assertLosses(double first, double second, double third, double last) {
      var some = List.of(losses.get(0), losses.get(1), losses.get(2), losses.getLast());
      var expected = List.of(first, second, third, last);
      for (int i = 0; i < some.size(); i++) {
        assertThat(some.get(i)).isCloseTo(expected.get(i), within(1e-5));
      }
    }
  }

  /** The hyperparameters of a step. */
  private interface AtStep<D> {
    D hyperparameters(D definition, Array step);
  }

  private static Array getLearningRate(Array step) {
    return scalar(0.98).pow(step).mul(0.1);
  }

  @Test
  void momentum_is_a_trace_and_a_constant_rate_at_the_same_cost() {
    var tx = chain(trace(0.9), scaleBySchedule(_ -> scalar(-0.1)));
    var older = Run.older(new Momentum(0.1).withBeta(0.9), (momentum, _) -> momentum);
    older.assertLosses(2.3516903, 2.2354941, 2.1496277, 0.28730178);
    assertThat(older.correct()).isEqualTo(298);
    Run.newer(tx).assertSameAs(older);
    Run.ofState(tx).assertSameAs(older);
  }

  @Test
  void learning_rate_given_at_a_step_is_a_schedule_at_the_same_cost() {
    var tx = chain(trace(0.9), scaleBySchedule(step -> getLearningRate(step).neg()));
    var older =
        Run.older(
            new Momentum(), (momentum, step) -> momentum.withLearningRate(getLearningRate(step)));
    older.assertLosses(2.3516903, 2.2354941, 2.1505098, 0.27103293);
    assertThat(older.correct()).isEqualTo(305);
    Run.newer(tx).assertSameAs(older);
    Run.ofState(tx).assertSameAs(older);
  }

  @Test
  void several_optimisers_are_masked_ones_at_the_same_cost() {
    var biases = new ModelParamTraversal((path, _) -> path.endsWith("/bias"));
    var others = new ModelParamTraversal((path, _) -> !path.endsWith("/bias"));
    var definition =
        MultiOptimizer.of(biases, new GradientDescent(0.1)).and(others, new GradientDescent(0.05));
    Fn<Params, Params> areBiases = tree -> tree.mapWithPath((path, _) -> path.endsWith("bias"));
    Fn<Params, Params> areOthers = tree -> tree.mapWithPath((path, _) -> !path.endsWith("bias"));
    var tx = chain(masked(sgd(0.1), areBiases), masked(sgd(0.05), areOthers));
    var older = Run.older(definition, (all, _) -> all);
    older.assertLosses(2.3516903, 2.240303, 2.194279, 1.6967386);
    assertThat(older.correct()).isEqualTo(256);
    Run.newer(tx).assertSameAs(older);
    Run.ofState(tx).assertSameAs(older);
  }
}
