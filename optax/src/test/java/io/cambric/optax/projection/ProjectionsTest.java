package io.cambric.optax.projection;

import static io.cambric.optax.base.Near.assertNear;

import io.cambric.optax.base.Sample;
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
