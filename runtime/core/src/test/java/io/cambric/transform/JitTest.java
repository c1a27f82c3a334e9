package io.cambric.transform;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JitTest {

  record Step(@Static String mode, Array x) {}

  private static final NdArray X = TestArrays.vector(1, 2);

  @Test
  void lambdas_without_types_are_functions_of_arrays() {
    Array one = jit(x -> x.exp()).apply(X);
    Array two = jit((x, y) -> x.add(y)).apply(X, X);
    Array slope = grad(x -> x.sum()).apply(X);
    Array mapped = vmap(x -> x.exp()).apply(X);
    Array value = valueAndGrad(x -> x.sum()).apply(X).value();

    assertThat(List.of(one, two, slope, mapped, value)).doesNotContainNull();
    assertThat(makeJaxpr(x -> x, X).eqns()).isEmpty();
  }

  @Test
  void lambdas_with_types_and_method_references_are_functions_of_what_they_say() {
    Step step = jit((Step s) -> s).apply(new Step("a", X));
    Map<String, Array> map = jit((Array x, Step s) -> Map.of("y", x.add(s.x()))).apply(X, step);
    Array three =
        jit((Array x, List<Array> y, Step z) -> x.add(y.getFirst()).add(z.x()))
            .apply(X, List.of(X), step);
    Array reference = jit(Lax::exp).apply(X);
    Array binary = jit(Lax::add).apply(X, X);
    Array own = grad(JitTest::loss).apply(new Step("a", X)).x();

    assertThat(map.get("y").toFloats()).containsExactly(2, 4);
    assertThat(three.toFloats()).containsExactly(3, 6);
    assertThat(reference.toFloats()).hasSize(2);
    assertThat(binary.toFloats()).containsExactly(2, 4);
    assertThat(own.toFloats()).containsExactly(1, 1);
  }

  private static Array loss(Step step) {
    return step.x().sum();
  }

  @Test
  void transformed_functions_are_functions_again() {
    ArrayFn gradient = grad(jit(x -> x.mul(x).sum()));
    ArrayJit compiled = jit(vmap(grad(x -> x.mul(x))));

    assertThat(gradient.apply(X).toFloats()).containsExactly(2, 4);
    assertThat(compiled.apply(X).toFloats()).containsExactly(2, 4);
  }

  @Test
  void a_function_is_traced_once_for_the_same_avals() {
    var traces = new AtomicInteger();
    var f =
        jit(x -> {
          traces.incrementAndGet();
          return x.add(x);
        });

    f.apply(X);
    f.apply(TestArrays.vector(5, 6));
    assertThat(traces).hasValue(1);
    assertThat(f.programCount()).isEqualTo(1);

    f.apply(TestArrays.vector(1, 2, 3));
    f.apply(NdArray.ofInts(Shape.of(2), 1, 2));
    f.apply(X);
    f.apply(TestArrays.vector(1, 2, 3));
    assertThat(traces).hasValue(3);
    assertThat(f.programCount()).isEqualTo(3);
  }

  @Test
  void a_weak_scalar_is_another_aval() {
    var f = jit(x -> x.add(x));

    assertThat(f.apply(NdArray.weakScalar(2.0)).aval().toText()).isEqualTo("f32[]*");
    assertThat(f.apply(TestArrays.scalar(2)).aval().toText()).isEqualTo("f32[]");
    assertThat(f.programCount()).isEqualTo(2);
  }

  @Test
  void another_static_value_is_another_program() {
    var f = jit((Step s) -> s.mode().equals("add") ? s.x().add(s.x()) : s.x().mul(s.x()));

    assertThat(f.apply(new Step("add", X)).toFloats()).containsExactly(2, 4);
    assertThat(f.apply(new Step("mul", X)).toFloats()).containsExactly(1, 4);
    assertThat(f.apply(new Step("add", X)).toFloats()).containsExactly(2, 4);
    assertThat(f.programCount()).isEqualTo(2);
  }

  @Test
  void another_structure_is_another_program() {
    var f = jit((Map<String, Array> m) -> m.values().iterator().next());

    f.apply(Map.of("a", X));
    f.apply(Map.of("b", X));
    assertThat(f.programCount()).isEqualTo(2);
  }

  @Test
  void java_numbers_are_arguments_not_constants() {
    var f = jit((List<Object> xs) -> ((Array) xs.get(0)).mul((Array) xs.get(1)));

    assertThat(f.apply(List.of(X, 2.0)).toFloats()).containsExactly(2, 4);
    assertThat(f.apply(List.of(X, 3.0)).toFloats()).containsExactly(3, 6);
    assertThat(f.programCount()).isEqualTo(1);
    for (Object number : List.of(2, 2L, (short) 2, (byte) 2)) {
      assertThat(f.apply(List.of(NdArray.ofInts(Shape.of(2), 1, 2), number)))
          .hasToString("i32[2] [2, 4]");
    }
    assertThat(f.programCount()).isEqualTo(2);
  }

  @Test
  void a_java_integer_beyond_32_bits_is_refused() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> jit((List<Object> xs) -> X).apply(List.of(1L << 32)))
        .withMessage(
            "A Java integer in a pytree becomes i32, which 4294967296 does not fit. Pass an array,"
                + " or mark the component @Static.");
  }

  @Test
  void results_may_hold_static_leaves_nulls_numbers_and_arguments() {
    var f =
        jit((Array x) -> {
          List<Object> all = new ArrayList<>(List.of("text", 2.5, x, x.add(x), true));
          all.add(null);
          return all;
        });

    var results = f.apply(X);

    assertThat(results.get(0)).isEqualTo("text");
    assertThat(results.get(1)).hasToString("f32[]* 2.5");
    assertThat(results.get(2)).isNotSameAs(X).hasToString(X.toString());
    assertThat(((Array) results.get(3)).toFloats()).containsExactly(2, 4);
    assertThat(results.get(4)).hasToString("bool[] true");
    assertThat(results.get(5)).isNull();
  }

  @Test
  void jit_and_evaluation_agree_on_weak_dtypes() {
    ArrayFn f = x -> Lax.convertElementType(x, DType.F32, true);

    assertThat(jit(f).apply(X).aval()).isEqualTo(f.apply(X).aval());
  }

  @Test
  void the_traced_program_can_be_read() {
    assertThat(jit(x -> Lax.exp(Lax.neg(x))).jaxpr(X).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2]. let
                b:f32[2] = neg a
                c:f32[2] = exp b
              in (c,) }\
            """);
  }

  @Test
  void one_jitted_function_gives_right_results_in_many_threads() throws Exception {
    var f = jit(x -> x.mul(x).add(1).sum().mul(x));
    var tasks = new ArrayList<Callable<float[]>>();
    for (int i = 0; i < 64; i++) {
      int size = 1 + i % 4;
      float value = i;
      var values = new float[size];
      Arrays.fill(values, value);
      tasks.add(() -> f.apply(TestArrays.vector(values)).toFloats());
    }
    try (var pool = Executors.newFixedThreadPool(8)) {
      var futures = pool.invokeAll(tasks);
      for (int i = 0; i < futures.size(); i++) {
        int size = 1 + i % 4;
        float expected = size * ((float) i * i + 1) * i;
        assertThat(futures.get(i).get()).hasSize(size).containsOnly(expected);
      }
    }
    assertThat(f.programCount()).isEqualTo(4);
  }

  @Test
  void a_choice_made_of_a_row_is_made_at_all_of_its_points() {
    ArrayFn clipped = x -> Numpy.where(x.sum().lt(10), x, x.div(x.sum()));
    var rows = jit(vmap(clipped));

    assertThat(jit(clipped).apply(TestArrays.vector(1, 2)).toFloats()).containsExactly(1, 2);
    assertThat(jit(clipped).apply(TestArrays.vector(4, 12)).toFloats())
        .containsExactly(0.25f, 0.75f);
    assertThat(rows.apply(TestArrays.matrix(2, 2, 1, 2, 4, 12)).toFloats())
        .containsExactly(1, 2, 0.25f, 0.75f);
  }
}
