package io.cambric.transform;

import static io.cambric.numpy.Numpy.ones;
import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.disableJit;
import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.switchCase;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ConcretizationException;
import io.cambric.errors.DonatedArrayException;
import io.cambric.errors.TreeStructureException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Static arguments, donation, inspection, and running without jit. */
class JitOptionsTest {

  enum Mode {
    ADD,
    MUL
  }

  record Config(int times, double rate, boolean twice, Integer boxed, Array x) {}

  record Anything<T>(T value) {}

  private static final NdArray X = TestArrays.vector(1, 2);

  /** An array that owns its memory, as results of operations do. */
  private static NdArray fresh() {
    return X.add(0).concrete("a test");
  }

  @Test
  void java_values_that_are_arguments_are_static() {
    var f =
        jit((Array x, Integer k, Mode mode) -> mode == Mode.ADD ? x.add(k) : x.mul(k.intValue()));

    assertThat(f.apply(X, 2, Mode.ADD).toFloats()).containsExactly(3, 4);
    assertThat(f.apply(X, 3, Mode.MUL).toFloats()).containsExactly(3, 6);
    assertThat(f.apply(X, 2, Mode.ADD).toFloats()).containsExactly(3, 4);
    assertThat(f.traceCount()).isEqualTo(2);
    assertThat(jit((Array x, Boolean on) -> on ? x : x.neg()).apply(X, false).toFloats())
        .containsExactly(-1, -2);
  }

  @Test
  void numbers_declared_as_components_are_static_and_others_are_arrays() {
    var f =
        jit((Config c) -> {
          var y = c.x();
          for (int i = 0; i < c.times() + c.boxed(); i++) {
            y = y.mul(c.rate());
          }
          return c.twice() ? y.add(y) : y;
        });

    assertThat(f.apply(new Config(1, 3, true, 0, X)).toFloats()).containsExactly(6, 12);
    assertThat(f.apply(new Config(1, 3, true, 0, X.mul(2))).toFloats()).containsExactly(12, 24);
    assertThat(f.apply(new Config(1, 3, false, 1, X)).toFloats()).containsExactly(9, 18);
    assertThat(f.traceCount()).isEqualTo(2);
    assertThat(grad((Config c) -> c.x().mul(c.rate()).sum()).apply(new Config(1, 3, true, 0, X)))
        .hasToString("Config[times=1, rate=3.0, twice=true, boxed=0, x=f32[2] [3.0, 3.0]]");
    var generic = jit((Anything<Object> a) -> ((Array) a.value()).mul(X));
    assertThat(generic.apply(new Anything<>(2.0)).toFloats()).containsExactly(2, 4);
    assertThat(generic.apply(new Anything<>(3.0)).toFloats()).containsExactly(3, 6);
    assertThat(generic.traceCount()).isEqualTo(1);
  }

  @Test
  void whole_arguments_are_static_where_the_options_name_them() {
    var f = jit((Array x, List<Integer> axes) -> x.sum(axes.getFirst())).statics(1);

    assertThat(f.apply(X.reshape(1, 2), List.of(0)).toFloats()).containsExactly(1, 2);
    assertThat(f.apply(X.reshape(1, 2), List.of(1)).toFloats()).containsExactly(3);
    assertThat(f.apply(X.reshape(1, 2), List.of(0)).toFloats()).containsExactly(1, 2);
    assertThat(f.traceCount()).isEqualTo(2);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> jit(x -> x).statics(1))
        .withMessage(
            "statics of jit needs numbers in [0, 1) for a function of 1 arguments, but got 1.");
  }

  @Test
  void a_cleared_cache_traces_anew() {
    var f = jit(x -> x.add(1));
    f.apply(X);
    f.apply(X);
    f.clearCache();
    assertThat(f.programCount()).isZero();
    f.apply(X);
    assertThat(f.traceCount()).isEqualTo(2);
  }

  @Test
  void an_inner_function_that_captures_a_tracer_is_traced_once_in_a_trace() {
    var counts = new ArrayList<Integer>();
    var outer =
        jit(p -> {
          var inner = jit((Array x) -> x.mul(p));
          var sum = inner.apply(X).add(inner.apply(X)).add(inner.apply(X));
          counts.add(inner.traceCount());
          return sum;
        });

    assertThat(outer.apply(TestArrays.scalar(2)).toFloats()).containsExactly(6, 12);
    assertThat(grad(p -> outer.apply(p).sum()).apply(TestArrays.scalar(2)).item()).isEqualTo(9);
    assertThat(counts).containsOnly(1);
  }

  @Test
  void a_tracer_of_a_trace_that_is_over_is_not_kept_in_a_program() {
    var captured = new Array[1];
    var inner = jit((Array x) -> x.mul(captured[0]));
    ArrayFn outer =
        p -> {
          captured[0] = p;
          return inner.apply(X).sum();
        };

    for (float value : new float[] {2, 3}) {
      assertThat(grad(p -> outer.apply(p).mul(p)).apply(TestArrays.scalar(value)).item())
          .isEqualTo(6 * value);
    }
    assertThat(inner.traceCount()).isEqualTo(2);
  }

  @Test
  void a_donated_array_gives_its_memory_to_a_result_and_cannot_be_used_any_more() {
    var step = jit((Array w, Array g) -> w.sub(g.mul(0.5))).donate(0);
    var weights = fresh();
    var memory = weights.buffer().storage();

    var next = (NdArray) step.apply(weights, X);

    assertThat(next.toFloats()).containsExactly(0.5f, 1);
    assertThat(next.buffer().storage()).isSameAs(memory);
    assertThat(weights.isDonated()).isTrue();
    assertThat(weights).hasToString("f32[2] donated");
    assertThatExceptionOfType(DonatedArrayException.class)
        .isThrownBy(() -> weights.add(1))
        .withMessage(
            "An array f32[2] was used after it was donated to a jitted function: its memory "
                + "now holds a result. Use the result, or leave the argument out of donate.");
    assertThat(((NdArray) step.apply(next, X)).buffer().storage()).isSameAs(memory);
    assertThat(X.toFloats()).containsExactly(1, 2);
  }

  @Test
  void memory_that_another_array_shares_is_not_written_over() {
    var step = jit(w -> w.mul(2)).donate(0);
    var weights = fresh();
    var view = weights.reshape(2, 1);

    assertThat(step.apply(weights).toFloats()).containsExactly(2, 4);
    assertThat(view.toFloats()).containsExactly(1, 2);
    assertThatExceptionOfType(DonatedArrayException.class).isThrownBy(() -> weights.toFloats());
    assertThat(step.apply(TestArrays.vector(1, 2)).toFloats()).containsExactly(2, 4);
  }

  @Test
  void memory_that_is_still_read_is_not_written_over() {
    var f =
        jit((List<Array> xs) ->
                List.of(xs.get(0).matmul(xs.get(0)), xs.get(0).add(xs.get(1)), xs.get(1)))
            .donate(0);
    var a = TestArrays.matrix(2, 2, 1, 2, 3, 4).add(0).concrete("a test");
    var b = TestArrays.matrix(2, 2, 1, 1, 1, 1).add(0).concrete("a test");

    var results = f.apply(List.of(a, b));

    assertThat(results.get(0).toFloats()).containsExactly(7, 10, 15, 22);
    assertThat(results.get(1).toFloats()).containsExactly(2, 3, 4, 5);
    assertThat(results.get(2).toFloats()).containsExactly(1, 1, 1, 1);
    assertThat(List.of(a.isDonated(), b.isDonated())).containsOnly(true);
  }

  @Test
  void constant_results_may_be_donated_without_harm_to_the_program() {
    var constant = jit(x -> NdArray.scalar(io.cambric.array.DType.F32, 3));
    var step = jit(x -> x.mul(2)).donate(0);

    assertThat(step.apply(constant.apply(X)).item()).isEqualTo(6);
    assertThat(constant.apply(X).item()).isEqualTo(3);
  }

  @Test
  void an_array_in_two_places_is_not_donated() {
    var f = jit((x, y) -> x.add(y)).donate(0);
    var x = fresh();

    assertThatExceptionOfType(DonatedArrayException.class)
        .isThrownBy(() -> f.apply(x, x))
        .withMessage(
            "jit needs each donated array only once, but an array f32[2] was passed or "
                + "captured several times. Do not donate it, or pass a copy.");
    assertThat(x.toFloats()).containsExactly(1, 2);
  }

  @Test
  void inside_of_another_transformation_nothing_is_donated() {
    var f = jit(x -> x.mul(x).sum()).donate(0);
    var x = fresh();

    assertThat(grad(f).apply(x).toFloats()).containsExactly(2, 4);
    assertThat(jit(y -> f.apply(y)).apply(x).item()).isEqualTo(5);
    assertThat(x.isDonated()).isFalse();
  }

  @Test
  void prepacked_arguments_may_change_from_call_to_call() {
    ArrayFn2 product = (w, x) -> x.matmul(w);
    var prepacked = jit(product).prepack(0);
    var x = ones(2, 3);
    for (int i = 1; i <= 3; i++) {
      var w = ones(3, 2).mul(i);

      assertThat(prepacked.apply(w, x).toFloats()).containsOnly(3 * i);
      assertThat(prepacked.apply(w, x).toFloats()).containsOnly(3 * i);
    }
  }

  @Test
  void an_argument_that_a_function_does_not_have_cannot_be_prepacked() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> jit(x -> x.mul(2)).prepack(1))
        .withMessage(
            "prepack of jit needs numbers in [0, 1) for a function of 1 arguments, but got 1.");
  }

  @Test
  void an_argument_is_not_both_prepacked_and_donated() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> jit(x -> x.mul(2)).donate(0).prepack(0))
        .withMessage(
            "prepack of jit needs arguments that the caller keeps, but argument 0 is "
                + "donated. Name it in only one of the two options.");
  }

  @Test
  void what_a_function_is_compiled_to_can_be_read() {
    var lowered = jit((x, y) -> x.matmul(y).sum().exp()).lower(X, X);

    assertThat(lowered.jaxpr().toText()).contains("dot_general");
    assertThat(lowered.programText()).startsWith("program of 2 arguments");
    assertThat(lowered.argumentBytes()).isEqualTo(16);
    assertThat(lowered.resultBytes()).isEqualTo(4);
    assertThat(lowered.temporaryBytes()).isNotNegative();
  }

  @Test
  void without_jit_java_code_sees_values_in_functions_loops_and_branches() {
    var seen = new ArrayList<Double>();
    Fn<Array, Array> look =
        x -> {
          seen.add(x.sum().item());
          return x.mul(2);
        };
    var branching = jit((Array x) -> x.sum().item() > 0 ? x : x.neg());

    assertThatExceptionOfType(ConcretizationException.class).isThrownBy(() -> branching.apply(X));
    disableJit(() -> {
      assertThat(branching.apply(X).toFloats()).containsExactly(1, 2);
      assertThat(jit(grad((Array x) -> branching.apply(x).sum())).apply(X).toFloats())
          .containsExactly(1, 1);
      var end =
          scan(
              (Array c, Array x) -> new Carry<>(look.apply(c.add(x)), c),
              (Array) TestArrays.scalar(0),
              X,
              ScanOptions.DEFAULT.withReverse(true));
      assertThat(end.carry().item()).isEqualTo(10);
      assertThat(end.output().toFloats()).containsExactly(4, 0);
      assertThat(whileLoop((Array c) -> c.lt(10), look, (Array) TestArrays.scalar(3)).item())
          .isEqualTo(12);
      assertThat(foriLoop(0, 2, (Array i, Array c) -> look.apply(c), (Array) X).toFloats())
          .containsExactly(4, 8);
      assertThat(cond(X.sum().gt(0), look, x -> x, (Array) X).toFloats()).containsExactly(2, 4);
      return switchCase(NdArray.weakScalar(9), List.of(x -> x, look), (Array) X);
    });
    assertThat(seen).containsExactly(2.0, 5.0, 3.0, 6.0, 3.0, 6.0, 3.0, 3.0);
  }

  @Test
  void without_jit_what_has_no_value_is_traced_as_ever() {
    var mapped =
        disableJit(
            () -> vmap((Array x) -> cond(x.gt(1), y -> y.mul(10), y -> y, x)).apply(X).toFloats());
    var looped =
        disableJit(() ->
            vmap((Array x) -> whileLoop((Array c) -> c.lt(4), c -> c.mul(2), x))
                .apply(TestArrays.vector(1, 3))
                .toFloats());

    assertThat(mapped).containsExactly(1, 20);
    assertThat(looped).containsExactly(4, 6);
  }
}
