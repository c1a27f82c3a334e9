package io.cambric.transform;

import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.customJvp;
import static io.cambric.transform.Transforms.customVjp;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Debug callbacks: the time, the number and the order of their calls. */
class DebugCallbackTest {

  private static final NdArray X = TestArrays.vector(1, 2, 3);

  /** The values given to callbacks, in order. */
  private final List<String> seen = new ArrayList<>();

  private void see(String name, Array x) {
    Debug.callback((Array value) -> seen.add(name + " " + value.concrete("test").valuesText()), x);
  }

  private Array seen(String name, Array x) {
    see(name, x);
    return x;
  }

  @Test
  void an_eager_callback_runs_at_once() {
    see("x", X);

    assertThat(seen).containsExactly("x [1.0, 2.0, 3.0]");
  }

  @Test
  void a_callback_in_jit_runs_at_each_call_and_not_while_tracing() {
    var f = jit(x -> seen("sum", x.sum()));
    var jaxpr = f.jaxpr(X);
    assertThat(seen).isEmpty();

    f.apply(X);
    f.apply(X.add(1));

    assertThat(seen).containsExactly("sum 6.0", "sum 9.0");
    assertThat(jaxpr.hasEffects()).isTrue();
    assertThat(jaxpr.toText()).contains("debug_callback[callback=DebugCallbackTest] b");
  }

  @Test
  void tracing_alone_and_the_shape_of_a_result_call_nothing() {
    makeJaxpr(x -> seen("x", x), X);
    Transforms.evalShape((Array x) -> seen("x", x), X);

    assertThat(seen).isEmpty();
  }

  @Test
  void the_compiler_neither_drops_nor_merges_nor_reorders_callbacks() {
    var f =
        jit(x -> {
          see("first", x.neg());
          see("same", x.neg());
          see("same", x.neg());
          see("constant", TestArrays.scalar(7));
          see("last", x.sum());
          return x;
        });

    assertThat(Compiler.optimise(f.jaxpr(X)).eqns())
        .filteredOn(eqn -> eqn.primitive().hasEffects())
        .hasSize(5);
    f.apply(X);

    assertThat(seen)
        .containsExactly(
            "first [-1.0, -2.0, -3.0]",
            "same [-1.0, -2.0, -3.0]",
            "same [-1.0, -2.0, -3.0]",
            "constant 7.0",
            "last 6.0");
  }

  @Test
  void a_nested_jit_whose_result_nobody_reads_is_still_run() {
    var inner = jit(x -> seen("inner", x.mul(2)));
    jit(
            x -> {
              inner.apply(x);
              return x;
            })
        .apply(X);

    assertThat(seen).containsExactly("inner [2.0, 4.0, 6.0]");
  }

  @Test
  void functions_with_rules_of_their_own_are_run_for_their_callbacks() {
    Fn<Array, Array> forwards =
        customJvp((Array x) -> seen("jvp", x), (x, tangent) -> new Jvp<>(x, tangent));
    Fn<Array, Array> backwards =
        customVjp(
            (Array x) -> seen("vjp", x), x -> new WithResiduals<>(x, List.of()), (_, ct) -> ct);
    jit(
            x -> {
              forwards.apply(x);
              backwards.apply(x);
              return x;
            })
        .apply(TestArrays.scalar(1));

    assertThat(seen).containsExactly("jvp 1.0", "vjp 1.0");
  }

  @Test
  void a_callback_may_keep_what_it_is_given() {
    var kept = new ArrayList<Array>();
    var f =
        jit(x -> {
          Debug.callback((Array value) -> kept.add(value), x.exp());
          return x.exp().add(x.neg().exp()).mul(x.sin()).sum();
        });
    f.apply(X);
    f.apply(X.add(1));

    assertThat(kept.get(0).toFloats()).isEqualTo(X.exp().toFloats());
    assertThat(kept.get(1).toFloats()).isEqualTo(X.add(1).exp().toFloats());
  }

  @Test
  void a_callback_in_a_scan_runs_in_every_iteration() {
    Fn2<Array, Array, Carry<Array, Array>> body =
        (carry, x) -> {
          see("x", x);
          return new Carry<>(carry.add(x), carry);
        };
    scan(body, TestArrays.scalar(0), X);
    jit(x -> scan(body, TestArrays.scalar(0), x).carry()).apply(X);

    assertThat(seen).containsExactly("x 1.0", "x 2.0", "x 3.0", "x 1.0", "x 2.0", "x 3.0");
  }

  @Test
  void a_callback_in_a_while_loop_whose_result_nobody_reads_runs_in_every_iteration() {
    jit(
            x -> {
              whileLoop((Array c) -> c.lt(4), (Array c) -> seen("c", c).mul(2), x.sum());
              return x;
            })
        .apply(TestArrays.vector(1, 0));

    assertThat(seen).containsExactly("c 1.0", "c 2.0");
  }

  @Test
  void a_callback_in_a_branch_runs_when_the_branch_is_taken() {
    var f = jit(x -> cond(x.sum().gt(0), (Array y) -> seen("then", y), (Array y) -> y.neg(), x));
    f.apply(X);
    f.apply(X.neg());

    assertThat(seen).containsExactly("then [1.0, 2.0, 3.0]");
  }

  @Test
  void vmap_calls_once_for_each_lane_in_order() {
    vmap(x -> seen("lane", x)).apply(X);
    jit(vmap(x -> seen("jitted", x))).apply(X);

    assertThat(seen)
        .containsExactly(
            "lane 1.0", "lane 2.0", "lane 3.0", "jitted 1.0", "jitted 2.0", "jitted 3.0");
  }

  @Test
  void vmap_hands_every_lane_what_all_share() {
    var shared = TestArrays.scalar(5);
    vmap(
            x -> {
              Debug.callback(
                  (List<Array> pair) -> seen.add(pair.get(0).item() + " " + pair.get(1).item()),
                  List.of(x, shared));
              return x;
            })
        .apply(TestArrays.vector(1, 2));

    assertThat(seen).containsExactly("1.0 5.0", "2.0 5.0");
  }

  @Test
  void vmaps_in_one_another_call_for_each_lane_of_each() {
    var square = NdArray.of(Shape.of(2, 2), 1, 2, 3, 4);
    vmap(vmap(x -> seen("x", x))).apply(square);

    assertThat(seen).containsExactly("x 1.0", "x 2.0", "x 3.0", "x 4.0");
  }

  @Test
  void differentiation_hands_over_the_primals_once() {
    grad(x -> seen("grad", x.mul(x)).sum()).apply(X);
    jit(grad(x -> seen("jitted", x.mul(x)).sum())).apply(X);
    grad(jit(x -> seen("inner", x.mul(x)).sum())).apply(X);
    jvp(x -> seen("jvp", x.mul(x)), X, X);

    assertThat(seen)
        .containsExactly(
            "grad [1.0, 4.0, 9.0]",
            "jitted [1.0, 4.0, 9.0]",
            "inner [1.0, 4.0, 9.0]",
            "jvp [1.0, 4.0, 9.0]");
  }

  @Test
  void the_gradient_of_a_scan_calls_in_its_forward_pass_only() {
    Fn2<Array, Array, Carry<Array, Array>> body =
        (carry, x) -> {
          see("constant", TestArrays.scalar(1));
          see("x", x);
          return new Carry<>(carry.mul(x), carry);
        };
    grad(x -> scan(body, TestArrays.scalar(1), x).carry()).apply(TestArrays.vector(2, 3));

    assertThat(seen).containsExactly("constant 1.0", "x 2.0", "constant 1.0", "x 3.0");
  }

  @Test
  void an_exception_of_a_callback_reaches_the_caller_and_the_program_stays_usable() {
    var f =
        jit(x -> {
          Debug.callback(
              (Array value) -> {
                if (value.item() < 0) {
                  throw new IllegalStateException("below zero");
                }
              },
              x.sum());
          return x.neg();
        });

    assertThatIllegalStateException().isThrownBy(() -> f.apply(X.neg())).withMessage("below zero");
    assertThat(f.apply(X).toFloats()).containsExactly(-1, -2, -3);
  }

  @Test
  void print_fills_the_places_of_its_format() {
    assertThat(
            printed(() -> Debug.print("x = {}, n = {}, {}", X, NdArray.scalar(DType.I32, 4), "ok")))
        .isEqualTo("x = [1.0, 2.0, 3.0], n = 4, ok\n");
    assertThat(
            printed(() ->
                jit(
                        x -> {
                          Debug.print("{}", Map.of("sum", x.sum()));
                          return x;
                        })
                    .apply(X)))
        .isEqualTo("{sum=f32[] 6.0}\n");
  }

  private static String printed(Runnable body) {
    var bytes = new ByteArrayOutputStream();
    var before = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      body.run();
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void print_needs_a_value_for_each_place() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Debug.print("{} and {}", X))
        .withMessage(
            "Debug.print needs one value for each {}, but \"{} and {}\" has 2 and got 1 "
                + "values. Add or remove one.");
  }
}
