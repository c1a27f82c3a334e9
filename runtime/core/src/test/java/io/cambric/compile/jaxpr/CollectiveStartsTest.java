package io.cambric.compile.jaxpr;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.MappedAxis;
import io.cambric.interpreters.AxisTrace;
import io.cambric.lax.Lax;
import io.cambric.testing.Staged;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Asynchronous collectives: the start moves up to its operand, the end stays. */
class CollectiveStartsTest {

  private static Jaxpr over(Function<List<Array>, List<Array>> function) {
    return AxisTrace.with(
        new MappedAxis(2, "i"), () -> Staged.of(List.of(f32(2), f32(2)), function::apply));
  }

  @Test
  void a_sum_begins_behind_its_operand_and_ends_where_it_was() {
    var jaxpr =
        over(x -> {
          var first = Lax.exp(x.get(0));
          var second = Lax.neg(x.get(1));
          return List.of(Lax.psum(first, "i"), Lax.psum(second, "i"));
        });

    assertThat(CollectiveStarts.hoist(jaxpr).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2] b:f32[2]. let
                c:f32[2] = exp a
                d:i32[] = psum_start[axis=i:2] c
                e:f32[2] = neg b
                f:i32[] = psum_start[axis=i:2] e
                g:f32[2] = psum_done[axis=i:2] d c
                h:f32[2] = psum_done[axis=i:2] f e
              in (g, h) }\
            """);
  }

  @Test
  void a_sum_of_an_argument_begins_at_once() {
    var jaxpr = over(x -> List.of(Lax.neg(x.get(1)), Lax.psum(x.get(0), "i")));

    assertThat(CollectiveStarts.hoist(jaxpr).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2] b:f32[2]. let
                c:i32[] = psum_start[axis=i:2] a
                d:f32[2] = neg b
                e:f32[2] = psum_done[axis=i:2] c a
              in (d, e) }\
            """);
  }

  @Test
  void starts_come_in_the_order_of_their_operands() {
    var jaxpr =
        over(x -> {
          var late = Lax.exp(Lax.neg(x.get(0)));
          var all = List.of(Lax.psum(late, "i"), Lax.pmax(x.get(1), "i"));
          return List.of(all.get(0), Lax.add(all.get(1), late));
        });

    assertThat(CollectiveStarts.hoist(jaxpr).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2] b:f32[2]. let
                c:i32[] = pmax_start[op=MAX axis=i:2] b
                d:f32[2] = neg a
                e:f32[2] = exp d
                f:f32[2] = psum[axis=i:2] e
                g:f32[2] = pmax_done[op=MAX axis=i:2] c b
                h:f32[2] = add g e
              in (f, h) }\
            """);
  }
}
