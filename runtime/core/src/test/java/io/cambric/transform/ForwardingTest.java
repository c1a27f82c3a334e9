package io.cambric.transform;

import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.customJvp;
import static io.cambric.transform.Transforms.customVjp;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.switchCase;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A value that every branch or iteration hands on unchanged is no result of the branch or loop. The
 * equations are those of jax 0.10.2.
 */
class ForwardingTest {

  private static final NdArray W = NdArray.scalar(DType.F32, 2);
  private static final NdArray ROWS = TestArrays.vector(-1, -2, 5);

  private static List<Array> shared(Fn<Array, List<Array>> function) {
    return vmap(function).outAxes(Arrays.asList(0, null)).apply(ROWS);
  }

  private static void assertShared(List<Array> results, float... rows) {
    assertThat(results.get(0).toFloats()).containsExactly(rows);
    assertThat(results.get(1).shape()).isEqualTo(Shape.scalar());
    assertThat(results.get(1).item()).isEqualTo(2.0);
  }

  @Test
  void a_cond_of_lanes_shares_what_both_branches_hand_on() {
    assertShared(
        shared(r ->
            cond(
                r.gt(0),
                (List<Array> a) -> List.of(a.get(0).mul(a.get(1)), a.get(1)),
                a -> List.of(a.get(0).neg(), a.get(1)),
                List.of(r, W))),
        1,
        2,
        10);
  }

  @Test
  void a_switch_of_lanes_shares_an_array_that_all_branches_capture() {
    var captured = TestArrays.vector(7, 8);
    Fn<Array, List<Array>> same = x -> List.of(x, captured);

    var results =
        shared(r ->
            switchCase(
                r.astype(DType.I32), List.of(same, same, x -> List.of(x.mul(2), captured)), r));

    assertThat(results.get(0).toFloats()).containsExactly(-1, -2, 10);
    assertThat(results.get(1).toFloats()).containsExactly(7, 8);
  }

  @Test
  void a_while_of_lanes_shares_what_its_body_hands_on() {
    assertShared(
        shared(r ->
            whileLoop(
                c -> c.get(0).lt(c.get(1)),
                c -> List.of(c.get(0).add(c.get(1)), c.get(1)),
                List.of(r, W))),
        3,
        2,
        5);
  }

  @Test
  void a_scan_of_lanes_shares_what_its_body_hands_on() {
    assertShared(
        shared(r ->
            scan(
                    (List<Array> c, Array x) -> new Carry<>(List.of(c.get(0).add(x), c.get(1)), x),
                    List.of(r, W),
                    TestArrays.vector(1, 2))
                .carry()),
        2,
        1,
        8);
  }

  @Test
  void what_a_jitted_or_checkpointed_function_in_a_branch_hands_on_is_shared() {
    Fn<List<Array>, List<Array>> inner = a -> List.of(a.get(0).mul(a.get(1)), a.get(1));
    var jitted = jit(inner);
    var checkpointed = Transforms.checkpoint(jitted);

    assertShared(
        shared(r -> cond(r.gt(0), checkpointed, (List<Array> a) -> jitted.apply(a), List.of(r, W))),
        -2,
        -4,
        10);
  }

  @Test
  void a_function_with_a_custom_vjp_shares_a_value_without_lanes_and_sums_its_cotangent_once() {
    Fn<List<Array>, List<Array>> custom =
        customVjp(
            a -> List.of(a.get(0).mul(a.get(1)), a.get(1)),
            a -> new WithResiduals<>(List.of(a.get(0).mul(a.get(1)), a.get(1)), a),
            (List<Array> a, List<Array> c) ->
                List.of(a.get(1).mul(c.get(0)), a.get(0).mul(c.get(0)).add(c.get(1))));
    Fn<Array, List<Array>> ofLanes =
        w ->
            vmap((Array r) -> custom.apply(List.of(r, w)))
                .outAxes(Arrays.asList(0, null))
                .apply(ROWS);

    assertShared(ofLanes.apply(W), -2, -4, 10);
    // The rows sum to 2. jax 0.10.2 counts the second cotangent once a lane and returns 5.
    assertThat(
            grad((Array w) -> ofLanes.apply(w).get(0).sum().add(ofLanes.apply(w).get(1)))
                .apply(W)
                .item())
        .isEqualTo(3.0);
  }

  @Test
  void a_function_with_a_custom_jvp_shares_a_value_without_lanes() {
    Fn<List<Array>, List<Array>> custom =
        customJvp(
            (List<Array> a) -> List.of(a.get(0).mul(a.get(1)), a.get(1)),
            (List<Array> a, List<Array> t) ->
                new Jvp<>(
                    List.of(a.get(0).mul(a.get(1)), a.get(1)),
                    List.of(a.get(0).mul(t.get(1)).add(t.get(0).mul(a.get(1))), t.get(1))));
    Fn<Array, List<Array>> ofLanes =
        w ->
            vmap((Array r) -> custom.apply(List.of(r, w)))
                .outAxes(Arrays.asList(0, null))
                .apply(ROWS);

    var out = jvp(ofLanes, W, NdArray.scalar(DType.F32, 3));

    assertShared(out.output(), -2, -4, 10);
    assertThat(out.tangent().get(0).toFloats()).containsExactly(-3, -6, 15);
    assertThat(out.tangent().get(1).item()).isEqualTo(3.0);
  }

  @Test
  void a_branch_program_has_the_computed_results_alone() {
    var program =
        makeJaxpr(
            (List<Array> a) ->
                cond(
                    a.get(0).gt(0),
                    (List<Array> b) -> List.of(b.get(0), b.get(1).add(1)),
                    b -> b,
                    a),
            List.of(W, W));

    assertThat(program.toText())
        .isEqualTo(
            """
            { lambda ; a:f32[] b:f32[]. let
                c:bool[] = gt a 0.0:f32[]
                d:i32[] = convert_element_type[new_dtype=int32 weak_type=False] c
                e:f32[] = cond[
                  branches=(
                    { lambda ; f:f32[] g:f32[]. let
                      in (g,) }
                    { lambda ; h:f32[] i:f32[]. let
                        j:f32[] = add i 1.0:f32[]
                      in (j,) }
                  )
                ] d a b
              in (a, e) }\
            """);
  }

  @Test
  void a_carry_that_the_body_of_a_loop_hands_on_is_a_constant_of_it() {
    var program =
        makeJaxpr(
            (List<Array> a) ->
                whileLoop(c -> c.get(1).lt(3), c -> List.of(c.get(0), c.get(1).add(c.get(0))), a),
            List.of(W, W));

    assertThat(program.toText())
        .isEqualTo(
            """
            { lambda ; a:f32[] b:f32[]. let
                c:f32[] = while[
                  body_nconsts=1
                  cond_nconsts=0
                  body_jaxpr={ lambda ; d:f32[] e:f32[]. let
                      f:f32[] = add e d
                    in (f,) }
                  cond_jaxpr={ lambda ; g:f32[]. let
                      h:bool[] = lt g 3.0:f32[]
                    in (h,) }
                ] a b
              in (a, c) }\
            """);
  }

  @Test
  void a_stacked_result_with_the_rows_of_an_operand_is_that_operand() {
    var program =
        makeJaxpr(
            (List<Array> a) ->
                scan(
                    (List<Array> c, Array x) ->
                        new Carry<>(
                            List.of(c.get(0), c.get(1).add(c.get(0))), List.of(x, c.get(0))),
                    a,
                    ROWS),
            List.of(W, W));

    assertThat(program.toText())
        .isEqualTo(
            """
            { lambda ; a:f32[3] b:f32[] c:f32[]. let
                d:f32[] e:f32[3] = scan[
                  length=3
                  num_carry=1
                  num_consts=1
                  reverse=False
                  unroll=1
                  jaxpr={ lambda ; f:f32[] g:f32[] h:f32[]. let
                      i:f32[] = add g f
                    in (i, f) }
                ] b c a
              in (b, d, a, e) }\
            """);
  }

  @Test
  void gradients_flow_past_branches_and_loops_that_hand_on_an_operand() {
    Fn<List<Array>, Array> loss =
        a -> {
          var chosen =
              cond(
                  a.get(0).gt(0),
                  (List<Array> b) -> List.of(b.get(0).mul(b.get(1)), b.get(1)),
                  b -> b,
                  a);
          var scanned =
              scan(
                      (List<Array> c, Array x) ->
                          new Carry<>(List.of(c.get(0).mul(c.get(1)), c.get(1)), x),
                      chosen,
                      TestArrays.vector(1, 1))
                  .carry();
          return scanned.get(0).add(scanned.get(1).mul(10));
        };

    // a b^3 + 10 b at a = 2, b = 2
    var grads = grad(loss).apply(List.of(W, W));
    assertThat(grads.get(0).item()).isEqualTo(8.0);
    assertThat(grads.get(1).item()).isEqualTo(34.0);
  }
}
