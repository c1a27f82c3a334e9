package io.cambric.optax.projection;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Projections of (3, -4), which is of norm 5, worked out by hand. */
class ProjectionsTest {

  private static final double ONE = 1;

  @Test
  void balls_and_spheres_have_the_scale_as_their_radius() {
    var x = Sample.row(3, -4);
    assertNear(Projections.projectionL2Sphere(x, 10), 6, -8);
    assertNear(Projections.projectionL2Ball(x, 10), 3, -4);
    assertNear(Projections.projectionL2Ball(x, ONE), 0.6, -0.8);
    assertNear(Projections.projectionL1Sphere(x, 9), 4, -5);
    assertNear(Projections.projectionL1Ball(x, 9), 3, -4);
    assertNear(Projections.projectionL1Ball(x, ONE), 0, -1);
    assertNear(Projections.projectionLinfBall(x, ONE), 1, -1);
  }

  @Test
  void boxes_limit_elements() {
    var x = Sample.row(3, -4);
    assertNear(Projections.projectionNonNegative(x), 3, 0);
    assertNear(Projections.projectionHypercube(x, 2), 2, 0);
    assertNear(Projections.projectionSimplex(x, 2), 2, 0);
    assertNear(Projections.projectionBox(x, -2, 1), 1, -2);
  }

  @Test
  void bounds_of_boxes_are_arrays_element_by_element() {
    var x = Sample.row(3, -4, 0.5f);
    assertNear(Projections.projectionBox(x, Sample.row(0, -1, 1), Sample.row(1, 1, 2)), 1, -1, 1);
    assertNear(Projections.projectionHypercube(x, Sample.row(1, 1, 0.25f)), 1, 0, 0.25);
    assertNear(Projections.projectionBox(x, NdArray.scalar(DType.F32, -1), 1), 1, -1, 0.5);
  }

  @Test
  void bounds_of_boxes_are_trees() {
    var x = Map.of("a", Sample.row(3, -4), "b", Sample.row(5));
    var boxed =
        Projections.projectionBox(
            x, Map.of("a", Sample.row(0, -1), "b", -1.0), Map.of("a", 2.0, "b", Sample.row(1)));
    assertNear(boxed.get("a"), 2, -1);
    assertNear(boxed.get("b"), 1);
  }

  @Test
  void a_bound_in_place_of_a_subtree_holds_for_all_of_it() {
    var x =
        Map.of(
            "a", Map.of("v", Sample.row(3), "w", Sample.row(-4)), "b", Map.of("v", Sample.row(5)));
    var boxed = Projections.projectionBox(x, 0, Map.of("a", 2, "b", Map.of("v", 4)));
    assertNear(boxed.get("a").get("v"), 2);
    assertNear(boxed.get("a").get("w"), 0);
    assertNear(boxed.get("b").get("v"), 4);
  }

  @Test
  void bounds_of_other_trees_are_refused() {
    var x = Map.of("a", Sample.row(3, -4));
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Projections.projectionBox(x, 0, Map.of("b", 1)))
        .withMessage(
            "The upper bound of projection_box must be a prefix of its tree, but at \"/\" it has map(b: *) where the tree has map(a: *).");
  }

  @Test
  void bounds_of_other_shapes_are_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Projections.projectionBox(Sample.row(3, -4), Sample.row(1, 2, 3), 5))
        .withMessage(
            "The lower bound of projection_box needs arrays that broadcast to the leaves of the tree, but got f32[3] for the leaf f32[2]. Give it the shape of the leaf, or one number.");
  }

  @Test
  void bounds_are_numbers() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Projections.projectionHypercube(Sample.row(3, -4), "large"))
        .withMessage(
            "The upper bound of projection_hypercube needs numbers and arrays, but one leaf is large. Use infinity for no bound.");
  }

  @Test
  void planes_move_along_their_normal() {
    var x = Sample.row(3, -4);
    var normal = Sample.row(1, 0);
    assertNear(Projections.projectionVector(x, normal), 3, 0);
    assertNear(Projections.projectionHyperplane(x, normal, ONE), 1, -4);
    assertNear(Projections.projectionHalfspace(x, normal, ONE), 1, -4);
    assertNear(Projections.projectionHalfspace(x, normal, 7), 3, -4);
  }
}
