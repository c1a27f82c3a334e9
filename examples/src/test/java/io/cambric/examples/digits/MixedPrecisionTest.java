package io.cambric.examples.digits;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.where;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adam;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.examples.images.Batch;
import io.cambric.nn.training.DynamicScale;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The network of the digits with its weights and gradients in half precision. The step is that of
 * Flax's example for HalfNet.
 */
class MixedPrecisionTest {

  private static final int EPOCHS = 6;
  private static final HalfNet NET = HalfNet.of(8, null, DType.F32);
  private static final DigitsData DIGITS = DigitsData.builtIn();
  private static final Batch TEST = DIGITS.testPart().batch();

  private static final Fn3<Trained, Batch, Key, Trained> STEP = jit(MixedPrecisionTest::step);

  private static double accuracyInF32;

  @BeforeAll
  static void train_in_f32() {
    accuracyInF32 = accuracy(train(NET));
  }

  @PyTree
  record Trained(StandardTrainState<HalfNet> state, DynamicScale scale, Array skipped) {}

  private static WithAux<Variables> loss(
      StandardTrainState<HalfNet> state, Params params, Batch batch, Key dropout) {
    var applied =
        state
            .model()
            .apply(
                state.variables(params),
                mutable("batch_stats").rng("dropout", dropout),
                m -> m.call(batch.images(), true));
    var losses = softmaxCrossEntropyWithIntegerLabels(applied.output(), batch.labels());
    return new WithAux<>(losses.mean(), applied.variables());
  }

  private static Trained step(Trained trained, Batch batch, Key dropout) {
    var state = trained.state();
    var scaled =
        trained
            .scale()
            .valueAndGradAux((Params params) -> loss(state, params, batch, dropout))
            .apply(state.params());
    var next = state.applyGradients(scaled.grad()).withModelState(scaled.aux().aux());
    return new Trained(
        next.withParams(ifFinite(scaled.finite(), next.params(), state.params()))
            .withOptState(ifFinite(scaled.finite(), next.optState(), state.optState())),
        scaled.dynamicScale(),
        trained.skipped().add(scaled.finite().not()));
  }

  private static <T> T ifFinite(Array finite, T next, T before) {
    return Trees.map(next, before, (Array a, Array b) -> where(finite, a, b));
  }

  private static Trained train(HalfNet net) {
    var batches = DIGITS.trainingPart().batches(96);
    var variables = net.init(Key.of(1), batches.getFirst().images(), false);
    var state = StandardTrainState.create(net, variables, adam(3e-3));
    var trained = new Trained(state, new DynamicScale(), scalar(0));
    for (int i = 0; i < EPOCHS * batches.size(); i++) {
      trained = STEP.apply(trained, batches.get(i % batches.size()), Key.of(2).foldIn(i));
    }
    return trained;
  }

  private static double accuracy(Trained trained) {
    var logits = NET.apply(trained.state().variables(), TEST.images(), false);
    return logits.argmax(-1).eq(TEST.labels()).mean().item();
  }

  @ParameterizedTest
  @CsvSource({"F16, F32, 1", "F16, F16, 1", "BF16, F32, 0", "BF16, BF16, 0"})
  void digits_are_learned_as_well_as_in_f32(DType dtype, DType paramDtype, int skipped) {
    var trained = train(NET.withDtype(dtype).withParamDtype(paramDtype));

    assertThat(accuracy(trained)).isGreaterThan(accuracyInF32 - 0.03);
    assertThat(trained.state().params().get("logits", "kernel").dtype()).isEqualTo(paramDtype);
    // A loss in f16 times the first scale is infinite.
    assertThat(trained.skipped().item()).isEqualTo(skipped);
    assertThat(trained.scale().scale().item()).isEqualTo(skipped == 0 ? 65536 : 32768);
  }
}
