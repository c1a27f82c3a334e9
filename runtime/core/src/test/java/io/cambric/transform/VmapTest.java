package io.cambric.transform;

import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Static;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.testing.TestArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VmapTest {

  record Batch(Array images, Array labels, @Static String split) {}

  private static final NdArray ROWS = TestArrays.matrix(3, 2, 1, 2, 3, 4, 5, 6);
  private static final NdArray PAIR = TestArrays.vector(10, 20);

  @Test
  void axis_0_of_all_arguments_and_results_is_mapped() {
    assertThat(vmap(row -> row.sum()).apply(ROWS).toFloats()).containsExactly(3, 7, 11);
    assertThat(vmap((x, y) -> x.mul(y).sum()).apply(ROWS, ROWS).toFloats())
        .containsExactly(5, 25, 61);
  }

  @Test
  void null_shares_an_argument_between_lanes() {
    var dots = vmap((x, y) -> x.mul(y).sum()).inAxes(0, null).apply(ROWS, PAIR);

    assertThat(dots.toFloats()).containsExactly(50, 110, 170);
  }

  @Test
  void a_function_of_three_pytrees_is_mapped_over_an_axis_of_each() {
    var sums =
        vmap((Array x, Array y, Array z) -> x.add(y).mul(z).sum())
            .inAxes(0, null, 0)
            .apply(ROWS, PAIR, TestArrays.vector(1, 2, 3));
    assertThat(sums.toFloats()).containsExactly(33, 74, 123);

    var all = vmap((Array x, Array y, Array z) -> x.add(y).add(z)).apply(ROWS, ROWS, ROWS);
    assertThat(all.toFloats()).containsExactly(3, 6, 9, 12, 15, 18);
  }

  @Test
  void a_lone_null_shares_the_one_argument() {
    var copies = vmap(x -> x.sum()).inAxes(null).axisSize(3).apply(PAIR);

    assertThat(copies.toFloats()).containsExactly(30, 30, 30);
  }

  @Test
  void axes_may_count_from_the_last_and_results_be_stacked_on_any() {
    var transposed = vmap(column -> column.add(column)).inAxes(-1).outAxes(-1).apply(ROWS);
    assertThat(transposed.shape()).isEqualTo(Shape.of(3, 2));
    assertThat(transposed.toFloats()).containsExactly(2, 4, 6, 8, 10, 12);
    assertThat(vmap(column -> column).inAxes(1).apply(ROWS).shape()).isEqualTo(Shape.of(2, 3));
  }

  @Test
  void records_maps_and_lists_are_mapped_leaf_by_leaf() {
    var out =
        vmap((Batch b) -> Map.of("sum", b.images().sum().add(b.labels()), "split", b.split()))
            .apply(new Batch(ROWS, TestArrays.vector(1, 2, 3), "train"));

    assertThat(((Array) out.get("sum")).toFloats()).containsExactly(4, 9, 14);
    assertThat(out.get("split")).isEqualTo("train");
  }

  @Test
  void axes_are_prefixes_of_the_trees_they_speak_of() {
    var out =
        vmap((List<Array> xs) -> xs.get(0).add(xs.get(1)))
            .inAxes(Arrays.asList(0, null))
            .apply(List.of(ROWS, PAIR));

    assertThat(out.toFloats()).containsExactly(11, 22, 13, 24, 15, 26);
  }

  @Test
  void results_that_lanes_share_may_be_returned_once() {
    var out = vmap((Array x) -> List.of(x.sum(), PAIR)).outAxes(Arrays.asList(0, null)).apply(ROWS);

    assertThat(out.get(0).toFloats()).containsExactly(3, 7, 11);
    assertThat(out.get(1)).isSameAs(PAIR);
  }

  @Test
  void results_that_differ_between_lanes_need_an_axis() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vmap((Array x) -> Map.of("y", x)).outAxes(null).apply(ROWS))
        .withMessage(
            "vmap with outAxes null needs results that all lanes share, but leaf \"y\" differs"
                + " between lanes. Give it an axis.");
  }

  @Test
  void sizes_must_agree_and_the_leaves_that_do_not_are_named() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vmap((x, y) -> x).apply(ROWS, PAIR))
        .withMessage(
            "vmap needs the same size along all mapped axes, but leaf \"0\" has 3 and leaf "
                + "\"1\", f32[2], has 2 along axis 0.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(
            () -> vmap((Map<String, Array> m) -> m.get("a")).apply(Map.of("a", ROWS, "b", PAIR)))
        .withMessage(
            "vmap needs the same size along all mapped axes, but leaf \"0/a\" has 3 and "
                + "leaf \"0/b\", f32[2], has 2 along axis 0.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vmap(x -> x).axisSize(2).apply(ROWS))
        .withMessage(
            "vmap needs the same size along all mapped axes, but axisSize has 2 and leaf "
                + "\"0\", f32[3,2], has 3 along axis 0.");
  }

  @Test
  void an_axis_must_exist() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vmap((x, y) -> x).apply(ROWS, TestArrays.scalar(1)))
        .withMessage(
            "vmap maps axis 0 of each argument, but leaf \"1\" is f32[]. Set its inAxes to "
                + "null to share it.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vmap(x -> x.sum()).outAxes(1).apply(ROWS))
        .withMessage(
            "outAxes of vmap needs an axis in [-1, 1) for an operand of rank 1, but got 1.");
  }

  @Test
  void axes_must_fit_their_argument() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> vmap(x -> x).inAxes(List.of(0)).apply(ROWS))
        .withMessage(
            "inAxes of vmap must be a prefix of its tree, but at \"/0\" it has list(0: *) "
                + "where the tree has *.");
  }

  @Test
  void without_a_mapped_argument_the_number_of_lanes_must_be_given() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> vmap(x -> x).inAxes(null).apply(ROWS))
        .withMessage(
            "vmap needs at least one mapped argument to infer the number of lanes, but got "
                + "none. Set axisSize(n).");
  }
}
