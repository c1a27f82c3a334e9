package io.cambric.optax.projection;

import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Activations;
import io.cambric.numpy.FlattenUtil;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.InnerProducts;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Norms;
import io.cambric.optax.hyperparameter.Scalar;
import io.cambric.transform.Transforms;

/** The Euclidean projections. */
final class ProjectionFunctions {

  private static final Scalar ONE = Scalar.of(1);

  private ProjectionFunctions() {}

  /** {@return max(x, 0), element by element} */
  public static <T> T projectionNonNegative(T tree) {
    return Leaves.map(tree, Activations::relu);
  }

  /**
   * {@return elements limited to {@code [lower, upper]}}
   *
   * @param lower a number, an array or a tree of both
   * @param upper a number, an array or a tree of both
   * @throws TreeStructureException if a bound is not a prefix of the tree, or has other leaves
   * @throws ShapeException if a bound does not broadcast to its leaf
   */
  public static <T> T projectionBox(T tree, Bound lower, Bound upper) {
    return Bound.limit("projection_box", tree, lower, upper);
  }

  /** {@return elements limited to {@code [0, 1]}} */
  public static <T> T projectionHypercube(T tree) {
    return projectionHypercube(tree, Bound.of(1));
  }

  /**
   * {@return elements limited to {@code [0, scale]}}
   *
   * @param scale a number, an array or a tree of both
   * @throws TreeStructureException if the scale is not a prefix of the tree, or has other leaves
   * @throws ShapeException if a scale does not broadcast to its leaf
   */
  public static <T> T projectionHypercube(T tree, Bound scale) {
    return Bound.limit("projection_hypercube", tree, Bound.of(0), scale);
  }

  /** {@return the nearest tree of nonnegative elements with sum 1} */
  public static <T> T projectionSimplex(T tree) {
    return projectionSimplex(tree, ONE);
  }

  /** {@return the nearest tree of nonnegative elements with the scale as their sum} */
  public static <T> T projectionSimplex(T tree, Scalar scale) {
    var flat = FlattenUtil.ravelPytree(tree);
    var size = scale.like(flat.flat());
    return flat.unravel().apply(size.mul(SimplexProjection.ofRows(flat.flat().div(size))));
  }

  /** {@return the nearest tree with absolute values of sum 1} */
  public static <T> T projectionL1Sphere(T tree) {
    return projectionL1Sphere(tree, ONE);
  }

  /** {@return the nearest tree with the scale as the sum of its absolute values} */
  public static <T> T projectionL1Sphere(T tree, Scalar scale) {
    return Leaves.map(
        tree,
        projectionSimplex(Leaves.map(tree, Array::abs), scale),
        (x, size) -> Numpy.sign(x).mul(size));
  }

  /** {@return the nearest tree with absolute values of sum at most 1} */
  public static <T> T projectionL1Ball(T tree) {
    return projectionL1Ball(tree, ONE);
  }

  /** {@return the nearest tree with at most the scale as the sum of its absolute values} */
  public static <T> T projectionL1Ball(T tree, Scalar scale) {
    var norm = Norms.absolute(tree);
    return Transforms.cond(
        norm.le(scale.like(norm)), x -> x, x -> projectionL1Sphere(x, scale), tree);
  }

  /** {@return the nearest tree with norm 1} */
  public static <T> T projectionL2Sphere(T tree) {
    return projectionL2Sphere(tree, ONE);
  }

  /** {@return the nearest tree with the scale as its norm} */
  public static <T> T projectionL2Sphere(T tree, Scalar scale) {
    var norm = Norms.global(tree);
    return InnerProducts.scaled(tree, scale.like(norm).div(norm));
  }

  /** {@return the nearest tree with a norm of at most 1} */
  public static <T> T projectionL2Ball(T tree) {
    return projectionL2Ball(tree, ONE);
  }

  /** {@return the nearest tree with a norm of at most the scale} */
  public static <T> T projectionL2Ball(T tree, Scalar scale) {
    var squares = InnerProducts.of(tree, tree);
    var largest = Numpy.maximum(squares, scale.times(scale).like(squares));
    return InnerProducts.scaled(tree, scale.like(squares).div(largest.sqrt()));
  }

  /** {@return elements limited to {@code [-1, 1]}} */
  public static <T> T projectionLinfBall(T tree) {
    return projectionLinfBall(tree, ONE);
  }

  /** {@return elements limited to {@code [-scale, scale]}} */
  public static <T> T projectionLinfBall(T tree, Scalar scale) {
    return Leaves.map(
        tree, x -> Numpy.minimum(Numpy.maximum(x, scale.negated().like(x)), scale.like(x)));
  }

  /** {@return the multiple of {@code a} nearest to {@code x}} */
  public static <T> T projectionVector(T x, T a) {
    return InnerProducts.scaled(a, InnerProducts.of(x, a).div(InnerProducts.of(a, a)));
  }

  /** {@return the nearest tree with inner product {@code b} with {@code a}} */
  public static <T> T projectionHyperplane(T x, T a, Scalar b) {
    return InnerProducts.along(x, distance(x, a, b), a);
  }

  /** {@return the nearest tree with an inner product of at most {@code b} with {@code a}} */
  public static <T> T projectionHalfspace(T x, T a, Scalar b) {
    return InnerProducts.along(x, Numpy.minimum(distance(x, a, b), 0.0), a);
  }

  private static Array distance(Object x, Object a, Scalar b) {
    var product = InnerProducts.of(x, a);
    return b.like(product).sub(product).div(InnerProducts.of(a, a));
  }
}
