package io.cambric.transform;

import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.control.VmapMethod;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.Jvp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Results of Java code in programs; calls and shapes are those of jax.pure_callback 0.10.2. */
class CallbacksTest {

  private static final Array X = TestArrays.vector(1, 2, 3);
  private static final Array ROWS = X.broadcastTo(Shape.of(2, 3));

  /** The shapes of the arguments of the calls, in order. */
  private final List<String> calls = new ArrayList<>();

  private Array twice(Array x) {
    calls.add(x.shape().toString());
    return x.mul(2);
  }

  private Array pure(Array x) {
    return Callbacks.pureCallback(this::twice, x.aval(), x);
  }

  private Array io(Array x) {
    return Callbacks.ioCallback(this::twice, x.aval(), x);
  }

  @Test
  void a_callback_runs_eagerly_and_whenever_a_program_runs() {
    assertThat(pure(X).toFloats()).containsExactly(2, 4, 6);
    var f = jit((Array x) -> pure(x).add(io(x)));

    assertThat(f.apply(X).toFloats()).containsExactly(4, 8, 12);
    assertThat(f.apply(X.add(1)).toFloats()).containsExactly(8, 12, 16);
    assertThat(calls).hasSize(5);
    assertThat(Transforms.makeJaxpr((Array x) -> io(pure(x)), X).toText())
        .contains("pure_callback[callback=CallbacksTest]")
        .contains("io_callback[callback=CallbacksTest ordered=false]");
  }

  @Test
  void trees_go_in_and_out() {
    var scalar = new ShapedArray(Shape.of(), DType.F32);

    Map<String, Array> result =
        jit((Map<String, Array> tree) ->
                Callbacks.pureCallback(
                    (Map<String, Array> values) ->
                        Map.of("sum", values.get("a").sum(), "b", values.get("b")),
                    Map.of("sum", scalar, "b", X),
                    tree))
            .apply(Map.of("a", X, "b", X.add(1)));

    assertThat(result.get("sum").item()).isEqualTo(6);
    assertThat(result.get("b").toFloats()).containsExactly(2, 3, 4);
  }

  @Test
  void a_java_number_becomes_the_scalar_that_is_expected() {
    Object result =
        Callbacks.pureCallback(
            (Array x) -> (Object) x.size(), new ShapedArray(Shape.of(), DType.BF16), X);

    assertThat(result).hasToString("bf16[] 3.0");
  }

  @Test
  void a_pure_call_whose_result_nobody_reads_is_dropped_and_one_with_effects_is_not() {
    jit(
            (Array x) -> {
              var _ = pure(x);
              return x;
            })
        .apply(X);
    assertThat(calls).isEmpty();

    jit(
            (Array x) -> {
              var _ = io(x);
              var _ = io(x);
              return x;
            })
        .apply(X);
    assertThat(calls).hasSize(2);
  }

  @Test
  void equal_pure_calls_become_one() {
    var callback = (java.util.function.Function<Array, Array>) this::twice;

    var y =
        jit((Array x) ->
                Callbacks.pureCallback(callback, x.aval(), x)
                    .add(Callbacks.pureCallback(callback, x.aval(), x)))
            .apply(X);

    assertThat(y.toFloats()).containsExactly(4, 8, 12);
    assertThat(calls).hasSize(1);
  }

  @Test
  void scan_calls_once_an_iteration_and_cond_in_the_branch_that_is_taken() {
    var last = scan((Array carry, Array x) -> new Carry<>(io(carry).add(x), pure(x)), X.get(0), X);
    assertThat(last.carry().item()).isEqualTo(8 * 1 + 4 * 1 + 2 * 2 + 3);
    assertThat(last.output().toFloats()).containsExactly(2, 4, 6);
    assertThat(calls).hasSize(6);

    calls.clear();
    var f = jit((Array x) -> cond(x.sum().gt(0), (Array y) -> io(y), (Array y) -> y, x));
    f.apply(X);
    f.apply(X.neg());
    assertThat(calls).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void vmap_calls_as_the_method_says(VmapMethod method) {
    var f =
        vmap((Array x) ->
            Callbacks.pureCallback(
                (List<Array> both) -> {
                  calls.add(both.get(0).shape() + " " + both.get(1).shape());
                  return both.get(0).add(both.get(1));
                },
                X.aval(),
                List.of(x, X),
                method));

    assertThat(f.apply(ROWS).toFloats()).containsExactly(2, 4, 6, 2, 4, 6);
    assertThat(calls)
        .isEqualTo(
            switch (method) {
              case SEQUENTIAL, SEQUENTIAL_UNROLLED -> List.of("[3] [3]", "[3] [3]");
              case EXPAND_DIMS -> List.of("[2, 3] [1, 3]");
              case BROADCAST_ALL -> List.of("[2, 3] [2, 3]");
              case LEGACY_VECTORIZED -> List.of("[2, 3] [3]");
            });
  }

  @Test
  void vmap_without_a_method_is_refused() {
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> vmap((Array x) -> pure(x)).apply(ROWS))
        .withMessage(
            "vmap of pure_callback needs to know how the callback CallbacksTest takes "
                + "lanes, but it has no VmapMethod. Pass VmapMethod.SEQUENTIAL, or another "
                + "method that the callback supports.");
  }

  @Test
  void a_callback_with_effects_is_called_for_each_lane_unless_it_is_ordered() {
    assertThat(vmap(vmap((Array x) -> io(x))).apply(ROWS).toFloats())
        .containsExactly(2, 4, 6, 2, 4, 6);
    assertThat(calls).hasSize(6).containsOnly("[]");
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() ->
            vmap((Array x) -> Callbacks.ioCallback(this::twice, x.aval(), x, true)).apply(ROWS))
        .withMessage(
            "vmap runs the lanes of a callback in any order, but the io_callback of "
                + "CallbacksTest is ordered. Leave out ordered, or call it outside vmap.");
  }

  @Test
  void a_callback_has_no_derivative_of_its_own_and_may_be_given_one() {
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> grad((Array x) -> pure(x).sum()).apply(X))
        .satisfies(e ->
            assertThat(e.getMessage())
                .matches(
                    "(?s)Differentiation needs a derivative of each operation, but reached "
                        + "pure_callback of CallbacksTest at .*, which has none. Give the function "
                        + "around it a derivative with customJvp or customVjp\\..*"));
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> grad((Array x) -> io(x).sum()).apply(X))
        .withMessageContaining("reached io_callback of CallbacksTest");

    var f =
        Transforms.customJvp(
            (Array x) -> pure(x), (x, tangent) -> new Jvp<>(pure(x), tangent.mul(2)));
    assertThat(grad((Array x) -> f.apply(x).sum()).apply(X).toFloats()).containsExactly(2, 2, 2);
    assertThat(
            grad((Array x) -> x.sum().add(pure(NdArray.scalar(DType.F32, 1)))).apply(X).toFloats())
        .containsExactly(1, 1, 1);
  }

  @Test
  void a_result_of_another_shape_dtype_or_structure_is_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            jit((Array x) -> Callbacks.pureCallback((Array v) -> v.sum(), x.aval(), x)).apply(X))
        .withMessageContaining(
            "The callback CallbacksTest must return f32[3] as result 0, as its result "
                + "shapes declare, but returned f32[]. Fix the callback or its result shapes.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Callbacks.ioCallback((Array v) -> v.astype(DType.I32), X.aval(), X))
        .withMessageContaining("but returned i32[3].");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Callbacks.pureCallback((Array v) -> (Object) List.of(v), X.aval(), X))
        .withMessageContaining(
            "pureCallback needs trees of equal structure, but at \"/\" the tree of result "
                + "shapes has * and the result of the callback has list(0: *).");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Callbacks.pureCallback((Array v) -> (Object) "x", X.aval(), X))
        .withMessageContaining(
            "The callback of pureCallback must return arrays and numbers, but \"\" of its "
                + "result is x. Return an array there.");
  }
}
