package io.cambric.transform;

import io.cambric.core.ShapedArray;
import io.cambric.transform.function.Fn;
import java.util.List;

/**
 * An argument of the forward rule of {@code customVjpWithSymbolicZeros}: its value, and whether
 * each array leaf is involved in differentiation.
 *
 * @param <A> the argument
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_vjp.defvjp.html">jax.custom_vjp.defvjp</a>,
 *     where each leaf is a {@code CustomVJPPrimal}
 */
public final class CustomVjpPrimal<A> {

  private final A value;
  private final ArrayTree.Structure structure;
  private final List<ShapedArray> avals;
  private final List<Boolean> perturbed;

  /**
   * Makes an argument.
   *
   * @param perturbed whether each array leaf has a tangent
   */
  CustomVjpPrimal(
      A value, ArrayTree.Structure structure, List<ShapedArray> avals, List<Boolean> perturbed) {
    this.value = value;
    this.structure = structure;
    this.avals = avals;
    this.perturbed = perturbed;
  }

  /** {@return the argument of the function} */
  public A value() {
    return value;
  }

  /**
   * {@return whether at least one leaf is involved in differentiation}
   *
   * <p>If no leaf is involved, the cotangent of the argument is not used. Integers and bools are
   * never involved.
   */
  public boolean isPerturbed() {
    return perturbed.contains(true);
  }

  /**
   * {@return whether at least one leaf of a part is involved in differentiation}
   *
   * @param part selects the part, such as {@code Params::kernel}
   * @throws io.cambric.errors.TreeStructureException if it returns an array that is not a leaf of
   *     the argument
   */
  public boolean isPerturbed(Fn<A, ?> part) {
    return TreePart.of("CustomVjpPrimal.isPerturbed", part, structure, avals)
        .choose(perturbed)
        .contains(true);
  }

  /** {@return one argument of a function of several arrays, from the list of all} */
  static <E> CustomVjpPrimal<E> element(CustomVjpPrimal<List<E>> list, int number) {
    var value = list.value.get(number);
    return new CustomVjpPrimal<>(
        value,
        ArrayTree.of(value).structure(),
        List.of(list.avals.get(number)),
        List.of(list.perturbed.get(number)));
  }

  /** {@return the value} */
  @Override
  public String toString() {
    return "CustomVjpPrimal[value=%s, perturbed=%s]".formatted(value, perturbed);
  }
}
