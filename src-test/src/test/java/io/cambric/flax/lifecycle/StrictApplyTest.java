package io.cambric.flax.lifecycle;

import static io.cambric.module.ApplyOptions.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.VariablesMismatchException;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Apply that names all variables that do not fit, which Flax does not have. */
class StrictApplyTest {

  private static final Array X = Numpy.ones(2, 4);
  private static final TwoLayers MODEL = TwoLayers.of();
  private static final Variables FITTING = MODEL.init(Key.of(0), X);

  private static Params moved(Params params, List<String> from, List<String> to) {
    var names = from.toArray(String[]::new);
    return params.without(names).with(to, params.get(names));
  }

  @Test
  void variables_that_fit_give_what_they_give_otherwise() {
    assertThat(MODEL.apply(FITTING, strict(), X).output().toFloats())
        .isEqualTo(MODEL.apply(FITTING, X).toFloats());
  }

  @Test
  void all_that_does_not_fit_is_named_at_once_with_the_nearest_names() {
    var params = moved(FITTING.params(), List.of("Dense_0", "bias"), List.of("Dense_0", "bais"));
    params =
        params
            .with(List.of("Dense_0", "kernel"), Numpy.ones(4, 3).astype(DType.BF16))
            .with(List.of("Dense_1", "kernel"), Numpy.ones(3, 5))
            .with("head", Params.of(Map.of("kernel", X, "bias", X)));
    var wrong = Variables.of(params).with("state", Params.of("mean", Numpy.zeros(3)));
    assertThatExceptionOfType(VariablesMismatchException.class)
        .isThrownBy(() -> MODEL.apply(wrong, strict(), X))
        .withMessage(
            """
            The variables do not match the model, as strict() requires:
            - "params/Dense_0/bias" f32[3] is missing. Did you mean "params/Dense_0/bais"?
            - "stats/mean" f32[3] is missing. Did you mean "state/mean"?
            - "params/Dense_0/kernel" is bf16[4,3], but its initializer yields f32[4,3].
            - "params/Dense_1/kernel" is f32[3,5], but its initializer yields f32[3,2].
            - "params/Dense_0/bais" f32[3] is not used. Did you mean "params/Dense_0/bias"?
            - "params/head" (2 arrays) is not used.
            - "state" f32[3] is not used. Did you mean "stats"?
            Pass the variables that init of this model returned, convert other dtypes, or \
            leave strict() out.\
            """);
  }

  @Test
  void a_kernel_with_its_axes_in_another_order_is_reported_with_its_transposition() {
    var params = FITTING.params().with(List.of("Dense_0", "kernel"), Numpy.ones(3, 4));

    assertThatExceptionOfType(VariablesMismatchException.class)
        .isThrownBy(() -> MODEL.apply(FITTING.withParams(params), strict(), X))
        .withMessageContaining(
            "- \"params/Dense_0/kernel\" is f32[3,4], but its initializer yields f32[4,3]. "
                + "The sizes are the same in another order: transpose it, as in transpose(1, 0). "
                + "PyTorch stores kernels as [out, in]; Cambric needs [in, out].\n");
  }

  @Test
  void variables_that_may_be_made_are_not_missing() {
    var applied = MODEL.apply(Variables.of(FITTING.params()), strict().mutable("stats"), X);
    assertThat(applied.variables().collection("stats").get("mean").toFloats())
        .containsExactly(0, 0, 0);
  }

  @Test
  void variables_that_are_only_written_are_used() {
    var given = Variables.of("state", Params.of("seen", X));
    assertThat(Putter.of().apply(given, strict().mutable("state"), X).output()).isSameAs(X);
  }

  @Test
  void transformed_layers_are_looked_at_too() {
    var model = LiftedLayers.of();
    var x = Numpy.ones(3, 3);
    var fitting = model.init(Key.of(0), x);
    model.apply(fitting, x);
    assertThat(model.apply(fitting, strict(), x).output().toFloats())
        .isEqualTo(model.apply(fitting, x).toFloats());
    var params = fitting.params();
    for (var layer : List.of("compiled", "lanes", "loops")) {
      params = moved(params, List.of(layer, "bias"), List.of(layer, "bios"));
    }
    var wrong = Variables.of(params);
    assertThatExceptionOfType(VariablesMismatchException.class)
        .isThrownBy(() -> model.apply(wrong, strict(), x))
        .withMessageStartingWith(
            """
            The variables do not match the model, as strict() requires:
            - "params/compiled/bias" f32[3] is missing. Did you mean "params/compiled/bios"?
            - "params/lanes/bias" f32[3] is missing. Did you mean "params/lanes/bios"?
            - "params/loops/bias" f32[3] is missing. Did you mean "params/loops/bios"?
            - "params/compiled/bios" f32[3] is not used. Did you mean "params/compiled/bias"?
            - "params/lanes/bios" f32[3,3] is not used. Did you mean "params/lanes/bias"?
            - "params/loops/bios" f32[2,3] is not used. Did you mean "params/loops/bias"?
            """);
  }

  @Test
  void a_parameter_may_be_a_record() {
    var model = Affine.of();
    var fitting = model.init(Key.of(0), X);
    assertThat(model.apply(fitting, strict(), X).output().toFloats()).isEqualTo(X.toFloats());
    assertThatExceptionOfType(VariablesMismatchException.class)
        .isThrownBy(() -> model.apply(fitting, strict(), Numpy.ones(2, 5)))
        .withMessageContaining(
            """
            - "params/line" is f32[4], but its initializer yields f32[5].
            Pass\
            """);
    assertThatExceptionOfType(VariablesMismatchException.class)
        .isThrownBy(() -> model.apply(Variables.empty(), strict(), X))
        .withMessageContaining("- \"params/line\" (2 arrays) is missing.\n");
  }

  @Test
  void collections_that_are_mapped_count_as_used() {
    var model = Dense.of(2).mapVariables().collections("params").in(variables -> variables);
    var fitting = Dense.of(2).init(Key.of(0), X);
    var more = fitting.withParams(fitting.params().with("other", X));
    assertThat(model.apply(more, strict(), X).output().toFloats())
        .isEqualTo(Dense.of(2).apply(fitting, X).toFloats());
  }

  @Test
  void a_model_that_looks_at_all_of_its_variables_uses_them() {
    var given = Variables.of("state", Params.of("count", X));
    assertThat(MODEL.apply(FITTING.with(given), strict(), m -> m.variables()).output().names())
        .containsExactly("params", "stats", "state");
  }
}
