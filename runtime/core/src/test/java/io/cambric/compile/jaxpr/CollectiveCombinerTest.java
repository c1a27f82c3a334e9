package io.cambric.compile.jaxpr;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.AxisTrace;
import io.cambric.lax.Lax;
import io.cambric.testing.Staged;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Small collectives of one kind become one, in the order in which their operands are made. */
class CollectiveCombinerTest {

  /** As many elements as half a bucket has. */
  private static final int HALF = (int) (CollectiveCombiner.BUCKET_BYTES / Float.BYTES / 2);

  private static Jaxpr over(List<ShapedArray> inputs, Function<List<Array>, List<Array>> function) {
    return AxisTrace.with(new MappedAxis(2, "i"), () -> Staged.of(inputs, function::apply));
  }

  private static Jaxpr over(Function<List<Array>, List<Array>> function) {
    return over(List.of(f32(2), f32(3)), function);
  }

  /** {@return the sums of the inputs, one after the other} */
  private static Jaxpr sums(ShapedArray... inputs) {
    return over(List.of(inputs), x -> x.stream().map(each -> Lax.psum(each, "i")).toList());
  }

  /** {@return how many operands the collectives of the combined program have, in order} */
  private static List<Integer> operands(Jaxpr jaxpr) {
    return CollectiveCombiner.combine(jaxpr).eqns().stream()
        .map(Eqn::inputs)
        .map(List::size)
        .toList();
  }

  @Test
  void sums_become_one_where_the_first_was() {
    var jaxpr =
        over(x -> {
          var late = Lax.neg(x.get(0));
          var sum = Lax.psum(late, "i");
          return List.of(Lax.exp(sum), Lax.psum(x.get(1), "i"));
        });

    assertThat(CollectiveCombiner.combine(jaxpr).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2] b:f32[3]. let
                c:f32[2] = neg a
                d:f32[3] e:f32[2] = psum[axis=i:2] b c
                f:f32[2] = exp e
              in (f, d) }\
            """);
  }

  @Test
  void a_combined_sum_is_divided_into_start_and_end() {
    var jaxpr =
        over(x -> {
          var busy = Lax.exp(x.get(0));
          return List.of(busy, Lax.psum(x.get(0), "i"), Lax.psum(x.get(1), "i"));
        });

    assertThat(CollectiveStarts.hoist(CollectiveCombiner.combine(jaxpr)).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2] b:f32[3]. let
                c:i32[] = psum_start[axis=i:2] a b
                d:f32[2] = exp a
                e:f32[2] f:f32[3] = psum_done[axis=i:2] c a b
              in (d, e, f) }\
            """);
  }

  @Test
  void a_sum_of_a_sum_stays_apart() {
    var jaxpr =
        over(x -> {
          var first = Lax.psum(x.get(0), "i");
          return List.of(Lax.psum(Lax.neg(first), "i"));
        });

    assertThat(CollectiveCombiner.combine(jaxpr)).isSameAs(jaxpr);
  }

  @Test
  void other_operations_axes_groups_and_dtypes_stay_apart() {
    var other = new MappedAxis(2, "j");
    var jaxpr =
        AxisTrace.with(
            other,
            () ->
                over(
                    List.of(f32(2), new ShapedArray(Shape.of(2), DType.F64)),
                    x ->
                        List.of(
                            Lax.psum(x.get(0), "i"),
                            Lax.psum(x.get(1), "i"),
                            Lax.pmax(x.get(0), "i"),
                            Lax.pmin(x.get(0), "i"),
                            Lax.psum(x.get(0), "j"),
                            Lax.psum(x.get(0), "i", new int[][] {{0}, {1}}))));

    assertThat(CollectiveCombiner.combine(jaxpr)).isSameAs(jaxpr);
  }

  @Test
  void collectives_that_move_elements_stay_apart() {
    var jaxpr = over(x -> List.of(Lax.allGather(x.get(0), "i"), Lax.allGather(x.get(1), "i")));

    assertThat(CollectiveCombiner.combine(jaxpr)).isSameAs(jaxpr);
  }

  @Test
  void a_bucket_that_is_full_is_followed_by_another() {
    assertThat(operands(sums(f32(HALF), f32(HALF), f32(1), f32(2)))).containsExactly(2, 2);
    assertThat(operands(sums(f32(HALF), f32(HALF + 1), f32(1)))).containsExactly(1, 2);
  }

  @Test
  void a_large_operand_stays_alone_and_closes_no_bucket() {
    assertThat(operands(sums(f32(1), f32(2 * HALF + 1), f32(2)))).containsExactly(2, 1);
  }

  @Test
  void operands_that_are_made_first_leave_first() {
    // A gradient lists the first layer first, but makes it last.
    var jaxpr =
        over(
            List.of(f32(HALF)),
            x -> {
              var last = Lax.neg(x.getFirst());
              var middle = Lax.exp(last);
              var first = Lax.sin(middle);
              return Stream.of(first, middle, last).map(each -> Lax.psum(each, "i")).toList();
            });

    assertThat(CollectiveStarts.hoist(CollectiveCombiner.combine(jaxpr)).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[524288]. let
                b:f32[524288] = neg a
                c:f32[524288] = exp b
                d:i32[] = psum_start[axis=i:2] b c
                e:f32[524288] = sin c
                f:f32[524288] = psum[axis=i:2] e
                g:f32[524288] h:f32[524288] = psum_done[axis=i:2] d b c
              in (f, h, g) }\
            """);
  }
}
