package io.cambric.transform;

import io.cambric.core.ShapedArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tangent or cotangent of a pytree in a custom rule. Some leaves may be symbolic zeros.
 *
 * <p>A leaf that is not involved in differentiation has a symbolic zero. Integers and bools always
 * have one. A rule checks {@link #isZero()} to skip unneeded work; {@link #map} and {@link #plus}
 * do so, too.
 *
 * {@snippet :
 * ArrayFn2 f =
 *     customJvpWithSymbolicZeros(
 *         (x, y) -> sin(x).mul(y),
 *         (x, y, xDot, yDot) ->
 *             new OutputAndTangent<>(
 *                 sin(x).mul(y),
 *                 xDot.map(t -> t.mul(cos(x)).mul(y)).plus(yDot.map(t -> t.mul(sin(x))))));
 * }
 *
 * @param <T> the pytree
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_jvp.defjvp.html">jax.custom_jvp.defjvp</a>,
 *     where a leaf may be a {@code SymbolicZero}
 */
public final class Tangent<T> {

  private final @Nullable TangentLeaves leaves;

  /** Parts of a zero of unknown structure; empty if the structure is known. */
  private final List<Part<T, ?>> parts;

  private Tangent(@Nullable TangentLeaves leaves, List<Part<T, ?>> parts) {
    this.leaves = leaves;
    this.parts = List.copyOf(parts);
  }

  /** A part of a tree and its tangent. */
  private record Part<T, P>(Fn<T, P> selector, Tangent<P> tangent) {

    TangentLeaves applyTo(TangentLeaves tree) {
      return tree.with("Tangent.with", selector, tangent::within);
    }
  }

  /** {@return a tangent without symbolic zeros} */
  public static <T> Tangent<T> of(T tree) {
    return ofLeaves(TangentLeaves.of(tree));
  }

  static <T> Tangent<T> ofLeaves(TangentLeaves leaves) {
    return new Tangent<>(leaves, List.of());
  }

  /**
   * {@return the symbolic zero of any tree}
   *
   * <p>It takes the structure that the rule must return.
   */
  public static <T> Tangent<T> zero() {
    return new Tangent<>(null, List.of());
  }

  /**
   * {@return the symbolic zero of a tree, {@code jax.custom_derivatives.zero_from_primal}}
   *
   * @param primal gives structure, shapes and dtypes
   */
  public static <T> Tangent<T> zeroFromPrimal(T primal) {
    return ofLeaves(TangentLeaves.of(primal).zero());
  }

  /** {@return whether all leaves are symbolic zeros} */
  public boolean isZero() {
    return leaves == null
        ? parts.stream().allMatch(part -> part.tangent().isZero())
        : leaves.isZero();
  }

  /**
   * {@return whether all leaves of a part are symbolic zeros}
   *
   * @param part selects the part, such as {@code Params::kernel}
   * @throws TreeStructureException if it returns an array that is not a leaf of the tree
   */
  public boolean isZero(Fn<T, ?> part) {
    return get(part).isZero();
  }

  /**
   * {@return the tangent of a part}
   *
   * @param part selects the part, such as {@code Params::kernel}
   * @throws TreeStructureException if it returns an array that is not a leaf of the tree
   */
  public <P> Tangent<P> get(Fn<T, P> part) {
    if (leaves == null && parts.isEmpty()) {
      return zero();
    }
    return ofLeaves(known("get").part("Tangent.get", part));
  }

  /**
   * {@return a tangent with another tangent for a part}
   *
   * @param part selects the part, such as {@code Params::kernel}
   * @param tangent the tangent, with the structure, shapes and dtypes of the part
   */
  public <P> Tangent<T> with(Fn<T, P> part, Tangent<P> tangent) {
    var added = new Part<>(part, tangent);
    if (leaves != null) {
      return ofLeaves(added.applyTo(leaves));
    }
    var all = new ArrayList<Part<T, ?>>(parts);
    all.add(added);
    return new Tangent<>(null, all);
  }

  /**
   * {@return the tree with arrays of zeros in place of symbolic zeros}
   *
   * @throws TreeStructureException if the tree is unknown, as for {@link #zero()}
   */
  public T instantiate() {
    var tree = known("instantiate");
    return tree.structure().build(tree.instantiate());
  }

  /**
   * {@return the image under a linear function; the image of a symbolic zero is a symbolic zero}
   *
   * <p>If all leaves of the tangent are symbolic zeros, the function is not computed; at most, the
   * shape of its result is inferred. Otherwise the function receives symbolic zeros as arrays.
   *
   * @param linear a linear function
   */
  public <U> Tangent<U> map(Fn<T, U> linear) {
    if (leaves == null && parts.isEmpty()) {
      return zero();
    }
    var tree = known("map");
    return ofLeaves(
        tree.isZero() ? tree.zeroImage(linear) : TangentLeaves.of(linear.apply(instantiate())));
  }

  /**
   * {@return the sum with a tangent of the same tree}
   *
   * @throws io.cambric.errors.ArrayException if structures, shapes or dtypes differ
   */
  public Tangent<T> plus(Tangent<T> other) {
    if (isZero()) {
      return other;
    }
    if (other.isZero()) {
      return this;
    }
    var tree = (leaves == null ? other : this).known("plus");
    return ofLeaves(
        within(tree.structure(), tree.avals()).plus(other.within(tree.structure(), tree.avals())));
  }

  /** {@return the leaves, in a tree of this structure if they have no known structure} */
  TangentLeaves within(ArrayTree.Structure structure, List<ShapedArray> avals) {
    if (leaves != null) {
      return leaves;
    }
    var tree = TangentLeaves.zero(structure, avals);
    for (var part : parts) {
      tree = part.applyTo(tree);
    }
    return tree;
  }

  /** {@return the tangent of one element of a list} */
  static <E> Tangent<E> element(Tangent<List<E>> list, int number) {
    return ofLeaves(list.known("element").leaf(number));
  }

  private TangentLeaves known(String method) {
    if (leaves == null) {
      throw new TreeStructureException(
          "Tangent.%s needs the structure of the tree, but the tangent was made by Tangent.zero(), which has none. Make it by Tangent.zeroFromPrimal(tree)."
              .formatted(method));
    }
    return leaves;
  }

  @Override
  public String toString() {
    return "Tangent(%s)".formatted(leaves == null ? isZero() ? "zero" : "parts" : leaves.toText());
  }
}
