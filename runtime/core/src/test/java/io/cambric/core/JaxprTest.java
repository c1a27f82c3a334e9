package io.cambric.core;

import static io.cambric.testing.Staged.f32;
import static io.cambric.testing.Staged.i32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.control.JitCall;
import io.cambric.control.Switch;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.testing.Staged;
import io.cambric.testing.TestArrays;
import io.cambric.testing.TestOps;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JaxprTest {

  private static NdArray i64(long value) {
    var buffer = Buffer.allocate(DType.I64, 1);
    buffer.setLong(0, value);
    return NdArray.of(new ShapedArray(Shape.scalar(), DType.I64), buffer);
  }

  @Test
  void equations_are_printed_as_jax_prints_them() {
    var jaxpr =
        Staged.of(
            f32(2, 3), x -> Lax.reduceSum(Lax.max(x, NdArray.scalar(DType.F32, 0)), Axes.of(0, 1)));

    assertThat(jaxpr.toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2,3]. let
                b:f32[2,3] = max a 0.0:f32[]
                c:f32[] = reduce_sum[axes=(0, 1)] b
              in (c,) }\
            """);
  }

  @Test
  void a_program_without_equations_returns_inputs_and_literals() {
    var jaxpr =
        Staged.of(List.of(f32(), i32(2)), x -> List.of(x.get(1), NdArray.scalar(DType.F32, 2)));

    assertThat(jaxpr).hasToString("{ lambda ; a:f32[] b:i32[2]. let\n  in (b, 2.0:f32[]) }");
  }

  @Test
  void several_results_are_bound_side_by_side() {
    var jaxpr = Staged.of(List.of(f32(2, 3)), x -> Trace.bind(new TestOps.SumAndMax(), x));

    assertThat(jaxpr.toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2,3]. let
                b:f32[2] c:f32[2] = sum_and_max a
              in (b, c) }\
            """);
  }

  @Test
  void calls_are_printed_with_their_program() {
    var inner = Staged.of(f32(2), x -> Lax.exp(x));
    var jaxpr = Staged.of(f32(2), x -> Trace.bind(new JitCall("f", inner), x));

    assertThat(jaxpr.toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2]. let
                b:f32[2] = jit[
                  name=f
                  jaxpr={ lambda ; c:f32[2]. let
                      d:f32[2] = exp c
                    in (d,) }
                ] a
              in (b,) }\
            """);
  }

  @Test
  void literals_are_printed_with_their_dtype() {
    var jaxpr =
        Staged.of(
            List.of(),
            _ ->
                List.of(
                    NdArray.scalar(DType.BOOL, 1),
                    NdArray.scalar(DType.I32, -3),
                    NdArray.weakScalar(0.5),
                    NdArray.scalar(DType.F32, Double.NEGATIVE_INFINITY),
                    NdArray.scalar(DType.F32, Double.NaN),
                    NdArray.scalar(DType.F64, 0.1)));

    assertThat(jaxpr.toText())
        .endsWith("in (True:bool[], -3:i32[], 0.5:f32[], -inf:f32[], nan:f32[], 0.1:f64[]) }");
  }

  @Test
  void results_that_nothing_reads_have_no_name() {
    var jaxpr =
        Staged.of(
            f32(2),
            x -> {
              Lax.exp(x);
              return Lax.neg(x);
            });

    assertThat(jaxpr.toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2]. let
                _:f32[2] = exp a
                b:f32[2] = neg a
              in (b,) }\
            """);
  }

  @Test
  void branches_are_printed_one_below_the_other() {
    var then = Staged.of(f32(), x -> Lax.exp(x));
    var otherwise = Staged.of(f32(), x -> x);
    var jaxpr =
        Staged.of(
            f32(),
            x -> Trace.bind(new Switch(List.of(otherwise, then)), NdArray.scalar(DType.I32, 1), x));

    assertThat(jaxpr.toText())
        .isEqualTo(
            """
            { lambda ; a:f32[]. let
                b:f32[] = cond[
                  branches=(
                    { lambda ; c:f32[]. let
                      in (c,) }
                    { lambda ; d:f32[]. let
                        e:f32[] = exp d
                      in (e,) }
                  )
                ] 1:i32[] a
              in (b,) }\
            """);
  }

  @Test
  void names_go_on_with_two_letters_after_z() {
    var jaxpr =
        Staged.of(
            f32(),
            x -> {
              for (int i = 0; i < 27; i++) {
                x = Lax.neg(x);
              }
              return x;
            });

    assertThat(jaxpr.toText()).contains("aa:f32[] = neg z").contains("ab:f32[] = neg aa");
  }

  @Test
  void captured_arrays_are_inputs_in_front_one_for_each_array() {
    var weights = TestArrays.vector(1, 2);
    var traced =
        StagingTrace.trace(
            "jit", List.of(f32(2)), x -> List.of(Lax.mul(Lax.add(x.getFirst(), weights), weights)));

    assertThat(traced.constants()).containsExactly(weights);
    assertThat(traced.jaxpr().toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2] b:f32[2]. let
                c:f32[2] = add b a
                d:f32[2] = mul c a
              in (d,) }\
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "9007199254740992, true",
    "-9007199254740992, true",
    "9007199254740993, false",
    "-9223372036854775808, false"
  })
  void captured_integers_are_literals_only_where_a_double_holds_them(
      long value, boolean isLiteral) {
    var traced = StagingTrace.trace("jit", List.of(), _ -> List.of(i64(value)));

    assertThat(traced.constants().isEmpty()).isEqualTo(isLiteral);
    assertThat(traced.jaxpr().outputs().getFirst() instanceof Atom.Literal).isEqualTo(isLiteral);
  }

  @Test
  void a_literal_is_a_scalar() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Atom.Literal(f32(2), 1))
        .withMessage("a literal is a scalar, not f32[2]");
    assertThat(new Atom.Literal(f32(), 0.0)).isNotEqualTo(new Atom.Literal(f32(), -0.0));
    assertThat(new Atom.Literal(f32(), Double.NaN)).isEqualTo(new Atom.Literal(f32(), Double.NaN));
  }

  @Test
  void evaluation_binds_each_equation_in_the_current_trace() {
    var jaxpr = Staged.of(f32(2), x -> Lax.exp(Lax.neg(x)));

    var again = Staged.of(List.of(f32(2)), jaxpr::eval);

    assertThat(again.toText()).isEqualTo(jaxpr.toText());
    assertThat(again).isNotEqualTo(jaxpr);
  }

  @Test
  void reading_a_variable_that_is_not_bound_is_refused() {
    var stray = new Atom.Var(f32(2));
    var jaxpr = new Jaxpr(List.of(), List.of(), List.of(stray));

    assertThatIllegalStateException()
        .isThrownBy(() -> jaxpr.eval(List.of()))
        .withMessage("A jaxpr reads var:f32[2] before it is bound.");
  }

  @Test
  void what_follows_from_a_program_is_made_once_for_each_key() {
    var jaxpr = Staged.of(f32(2), x -> x);
    var made = new AtomicInteger();

    for (int i = 0; i < 3; i++) {
      jaxpr.derive(List.of("key"), _ -> made.incrementAndGet());
    }

    assertThat(made).hasValue(1);
  }
}
