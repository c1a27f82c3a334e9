package io.cambric.interpreters;

import static io.cambric.testing.Staged.f32;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.makeJaxpr;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.Lowering;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.testing.Staged;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The linear programs that differentiation records. */
class LinearProgramsTest {

  private static LinearizeTrace.Result linearize(
      Function<List<Array>, List<Array>> function, NdArray... primals) {
    var differentiated = Arrays.stream(primals).map(_ -> true).toList();
    return LinearizeTrace.linearize(function, List.of(primals), differentiated);
  }

  @Test
  void the_linear_program_holds_only_operations_on_tangents() {
    var result =
        linearize(x -> List.of(Lax.exp(Lax.mul(x.get(0), x.get(0)))), TestArrays.vector(1, 2));

    assertThat(result.linear().jaxpr().toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2] b:f32[2] c:f32[2]. let
                d:f32[2] = mul c a
                e:f32[2] = mul a c
                f:f32[2] = add d e
                g:f32[2] = mul f b
              in (g,) }\
            """);
  }

  @Test
  void a_residual_of_several_equations_is_stored_once() {
    var x = TestArrays.vector(1, 2);
    var result = linearize(a -> List.of(Lax.mul(Lax.mul(a.get(0), a.get(0)), a.get(0))), x);

    assertThat(result.linear().constants()).doesNotHaveDuplicates();
    assertThat(result.linear().constants().stream().filter(c -> c == x)).hasSize(1);
  }

  @Test
  void scalar_residuals_are_literals() {
    var result = linearize(x -> List.of(Lax.exp(x.get(0))), TestArrays.scalar(0));

    assertThat(result.linear().jaxpr().toText())
        .isEqualTo("{ lambda ; a:f32[]. let\n    b:f32[] = mul a 1.0:f32[]\n  in (b,) }");
  }

  @Test
  void results_that_do_not_depend_on_tangents_have_none() {
    var result =
        linearize(
            x ->
                List.of(
                    Lax.exp(TestArrays.vector(1, 2)),
                    x.get(0),
                    Lax.lt(x.get(0), x.get(0)),
                    Lax.convertElementType(x.get(0), DType.I32)),
            TestArrays.vector(1, 2));

    assertThat(result.nonzero()).containsExactly(false, true, false, false);
    assertThat(result.linear().jaxpr().eqns()).isEmpty();
  }

  @Test
  void tangents_of_zero_stay_symbolic() {
    var jaxpr =
        Staged.of(
            List.of(f32(2), f32(2)),
            x -> {
              var out =
                  JvpTrace.jvp(
                      a -> List.of(Lax.add(Lax.mul(a.get(0), a.get(1)), Lax.exp(a.get(1)))),
                      x,
                      Arrays.asList(x.getFirst(), null));
              return List.of(
                  out.primals().getFirst(), Objects.requireNonNull(out.tangents().getFirst()));
            });

    assertThat(jaxpr.toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2] b:f32[2]. let
                c:f32[2] = mul a b
                d:f32[2] = mul a b
                e:f32[2] = exp b
                f:f32[2] = add c e
              in (f, d) }\
            """);
  }

  @Test
  void the_gradient_of_a_dense_layer_makes_no_zeros_and_no_copies() {
    var weights = TestArrays.matrix(3, 2, 1, 2, 3, 4, 5, 6);
    ArrayFn loss =
        w -> {
          var dims = new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of());
          var h = Lax.dotGeneral(TestArrays.matrix(1, 3, 1, 2, 3), w, dims);
          return Lax.reduceSum(Lax.mul(h, h), Axes.of(0, 1));
        };

    var text = Compiler.optimise(makeJaxpr(grad(loss), weights)).toText();

    assertThat(text).doesNotContain("0.0:f32[]");
    assertThat(text.lines().filter(line -> line.contains("dot_general"))).hasSize(2);
  }

  @Test
  void the_linear_part_of_a_jitted_function_is_jitted_and_differentiated_once() {
    var f = jit(x -> x.mul(x).exp());
    var x = TestArrays.vector(1, 2);

    var first = linearize(a -> List.of(f.apply(a.getFirst())), x);
    var second = linearize(a -> List.of(f.apply(a.getFirst())), x);

    var call = first.linear().jaxpr().eqns();
    assertThat(call).hasSize(1);
    assertThat(call.getFirst().primitive().name()).isEqualTo("jit");
    assertThat(call.getFirst().primitive())
        .isEqualTo(second.linear().jaxpr().eqns().getFirst().primitive());
  }

  @Test
  void jitted_functions_of_f64_are_differentiated() {
    var x = TestArrays.of(DType.F64, Shape.of(2), 0.5, -0.5);
    ArrayFn f = y -> Lax.reduceSum(Lax.max(y, NdArray.scalar(DType.F64, 0)), Axes.of(0));

    assertThat(TestArrays.doubles(grad(jit(f)).apply(x))).containsExactly(1, 0);
    assertThat(TestArrays.doubles(jvp(jit(f), x, x).tangent())).containsExactly(0.5);
  }

  /** Multiplies by an array that its rules create, as an operation of a user may. */
  private record Weighted() implements Primitive {

    private static final NdArray WEIGHTS = TestArrays.vector(2, 3);

    @Override
    public String name() {
      return "weighted";
    }

    @Override
    public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
      return operands;
    }

    @Override
    public Lowering lower(List<ShapedArray> operands) {
      return new Lowering.Call(
          Staged.of(operands, x -> List.of(Lax.mul(x.getFirst(), Lax.exp(Lax.neg(x.getFirst()))))));
    }

    @Override
    public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
      var tangent = tangents.getFirst();
      return Jvp.of(
          Trace.bind(this, primals.getFirst()), tangent == null ? null : Lax.mul(tangent, WEIGHTS));
    }
  }

  @Test
  void rules_may_create_arrays_that_derived_programs_hold() {
    var f = jit(x -> Lax.reduceSum(Trace.bind(new Weighted(), x), Axes.of(0)));
    var x = TestArrays.vector(1, 1);

    assertThat(grad(f).apply(x).toFloats()).containsExactly(2, 3);
    assertThat(jvp(f, x, x).tangent().item()).isEqualTo(5);
    assertThat(jit(grad(f)).apply(x).toFloats()).containsExactly(2, 3);
    assertThat(grad(y -> grad(f).apply(y).sum()).apply(x).toFloats()).containsExactly(0, 0);
  }
}
