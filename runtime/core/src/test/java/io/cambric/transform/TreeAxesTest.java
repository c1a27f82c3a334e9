package io.cambric.transform;

import static io.cambric.testing.TestArrays.matrix;
import static io.cambric.testing.TestArrays.scalar;
import static io.cambric.testing.TestArrays.vector;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.TreeStructureException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Axes by path, for trees whose nodes cannot hold axes themselves. */
class TreeAxesTest {

  record Layer(Array kernel, Array bias) {}

  record Batch(Array images, Array labels, List<Layer> layers) {}

  private static final NdArray IMAGES = matrix(3, 2, 1, 2, 3, 4, 5, 6);
  private static final NdArray LABELS = matrix(1, 3, 10, 20, 30);
  private static final Layer SHARED = new Layer(scalar(100), vector(1000, 2000, 3000));

  @Test
  void components_of_records_have_axes_of_their_own() {
    var out =
        vmap((Batch b) ->
                b.images()
                    .sum()
                    .add(b.labels().sum())
                    .add(b.layers().getFirst().kernel())
                    .add(b.layers().getFirst().bias()))
            .inAxes(TreeAxes.of(0).at("labels", 1).sharedAt("layers").at("layers/0/bias", 0))
            .apply(new Batch(IMAGES, LABELS, List.of(SHARED)));

    assertThat(out.toFloats()).containsExactly(1113, 2127, 3141);
  }

  @Test
  void they_stand_at_any_place_of_a_prefix() {
    var out =
        vmap((Map<String, Layer> m, Array x) -> x.add(m.get("a").kernel()).add(m.get("a").bias()))
            .inAxes(Map.of("a", TreeAxes.shared().at("bias", 0)), null)
            .apply(Map.of("a", SHARED), scalar(0));

    assertThat(out.toFloats()).containsExactly(1100, 2100, 3100);
  }

  @Test
  void results_are_stacked_by_path() {
    var out =
        vmap((Array row) -> new Layer(row, SHARED.bias()))
            .outAxes(TreeAxes.of(1).sharedAt("bias"))
            .apply(IMAGES);

    assertThat(out.kernel().shape()).isEqualTo(Shape.of(2, 3));
    assertThat(out.kernel().toFloats()).containsExactly(1, 3, 5, 2, 4, 6);
    assertThat(out.bias()).isSameAs(SHARED.bias());
  }

  @Test
  void names_that_only_begin_alike_are_other_paths() {
    var out =
        vmap((Map<String, Array> m) -> m.get("x").add(m.get("xs")))
            .inAxes(TreeAxes.of(0).sharedAt("x"))
            .apply(Map.of("x", scalar(1), "xs", vector(1, 2)));

    assertThat(out.toFloats()).containsExactly(2, 3);
  }

  @Test
  void a_path_that_the_tree_does_not_have_is_refused() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            vmap((Layer l) -> l.kernel()).inAxes(TreeAxes.of(0).at("weight", 1)).apply(SHARED))
        .withMessage(
            "inAxes of vmap needs paths of its tree, but \"weight\" is none of [kernel, bias].");
  }
}
