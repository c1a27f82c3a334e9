package io.cambric.transform.result;

import io.cambric.errors.DifferentiationException;
import io.cambric.tree.NodeType;
import io.cambric.tree.TreeNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gradients, or cotangents, in some of the arguments of a function. This is a pytree, and the
 * numbers of the arguments name its children.
 *
 * <p>Each subclass serves one number of arguments, with a typed accessor for each argument. An
 * accessor throws if the gradient in its argument was not requested.
 *
 * {@snippet :
 * var grads = grad((x, y, z) -> x.mul(y).mul(z).sum()).argnums(0, 2).apply(a, b, c);
 * Array inThird = grads.third();
 * }
 */
public abstract sealed class Grads implements TreeNode permits Grads2, Grads3, Grads4, Grads5 {

  private final Kind kind;
  private final List<Integer> argnums;
  private final List<@Nullable Object> grads;

  /** The constructor of one class of gradients. */
  @FunctionalInterface
  public interface Maker {

    /**
     * {@return gradients in these arguments}
     *
     * @param argnums numbers of arguments, ascending
     * @param grads one gradient for each of them
     */
    Grads make(List<Integer> argnums, List<? extends @Nullable Object> grads);
  }

  /**
   * One class of gradients.
   *
   * @param name of the class
   * @param arguments number of arguments of a function of this class
   * @param maker its constructor
   */
  record Kind(String name, int arguments, Maker maker) {}

  /** The structure of gradients: their class, and the numbers of their arguments. */
  private record Type(Kind kind, List<Integer> argnums) implements NodeType {

    @Override
    public Object rebuild(List<? extends @Nullable Object> children) {
      return kind.maker().make(argnums, children);
    }

    @Override
    public boolean holdsAnyTree() {
      return true;
    }

    @Override
    public String childName(int i) {
      return argnums.get(i).toString();
    }

    @Override
    public String label() {
      return kind.name();
    }
  }

  Grads(Kind kind, List<Integer> argnums, List<? extends @Nullable Object> grads) {
    boolean fits =
        argnums.size() == grads.size()
            && List.copyOf(new TreeSet<>(argnums)).equals(argnums)
            && argnums.stream().allMatch(number -> number >= 0 && number < kind.arguments());
    if (!fits) {
      throw new DifferentiationException(
          "%s needs ascending numbers in [0, %d) with a gradient for each, but got numbers %s and %d gradients. Sort them, or drop some."
              .formatted(kind.name(), kind.arguments(), argnums, grads.size()));
    }
    this.kind = kind;
    this.argnums = List.copyOf(argnums);
    this.grads = Collections.unmodifiableList(new ArrayList<@Nullable Object>(grads));
  }

  /** {@return the numbers of the differentiated arguments, ascending} */
  public final List<Integer> argnums() {
    return argnums;
  }

  /** {@return the gradient in an argument} */
  @SuppressWarnings({"unchecked", "NullAway"}) // null is a tree, too
  final <T> T grad(int number) {
    int at = argnums.indexOf(number);
    if (at < 0) {
      var all = new TreeSet<>(argnums);
      all.add(number);
      throw new DifferentiationException(
          "%s has no gradient with respect to argument %d: argnums requested %s. Request it with argnums(%s)."
              .formatted(
                  kind.name(),
                  number,
                  argnums,
                  all.stream().map(Object::toString).collect(Collectors.joining(", "))));
    }
    return (T) grads.get(at);
  }

  @Override
  public final List<? extends @Nullable Object> treeChildren() {
    return grads;
  }

  @Override
  public final NodeType nodeType() {
    return new Type(kind, argnums);
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Grads that
        && kind == that.kind
        && argnums.equals(that.argnums)
        && grads.equals(that.grads);
  }

  @Override
  public final int hashCode() {
    return Objects.hash(argnums, grads);
  }

  /** {@return the gradients by the numbers of their arguments} */
  @Override
  public final String toString() {
    var parts = new ArrayList<String>();
    for (int i = 0; i < grads.size(); i++) {
      parts.add(argnums.get(i) + ": " + grads.get(i));
    }
    return kind.name() + "(" + String.join(", ", parts) + ")";
  }
}
