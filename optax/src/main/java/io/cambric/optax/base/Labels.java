package io.cambric.optax.base;

import io.cambric.build.Convertible;
import io.cambric.errors.TreeStructureException;
import io.cambric.transform.function.Fn;
import io.cambric.tree.PrefixSpread;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/**
 * The labels of parameters, as a tree of strings, or as a function from parameters or updates to
 * one.
 *
 * <p>Two values are equal if their trees or their functions are equal.
 *
 * @param labels from a tree to a tree of strings with the same structure, or to a prefix of it
 */
@Convertible
public record Labels(Fn<Object, ?> labels) {

  /** Labels that do not depend on the labelled tree. */
  private record Fixed(Object tree) implements Fn<Object, Object> {

    @Override
    public Object apply(Object labelled) {
      return tree;
    }
  }

  /**
   * {@return labels that are a tree of strings}
   *
   * @param tree the label of each leaf; one label may apply to a whole subtree
   */
  public static Labels of(Object tree) {
    return new Labels(new Fixed(tree));
  }

  /**
   * {@return labels that depend on the parameters}
   *
   * @param labels from the parameters to a tree of strings
   */
  @SuppressWarnings("unchecked") // it is called with trees of the type of its parameter
  public static <P> Labels of(Fn<P, ?> labels) {
    return new Labels((Fn<Object, ?>) labels);
  }

  /**
   * {@return the label of each leaf of a tree, from left to right}
   *
   * @throws TreeStructureException if the labels are not a prefix of the tree, or not strings
   */
  public List<String> ofLeaves(Object tree) {
    TreeDef structure = Trees.structure(tree);
    var ofLeaves = new ArrayList<String>();
    if (structure.leafCount() == 0) {
      // The tree is the placeholder of the parameters, with a structure that no labels have.
      return ofLeaves;
    }
    for (var leaf : PrefixSpread.of("The labels of partition", labels.apply(tree), structure)) {
      if (!(leaf instanceof String label)) {
        throw new TreeStructureException(
            "partition needs labels that are strings, but one leaf is %s. Map paths or shapes to strings, as in (Params p) -> p.mapWithPath((path, leaf) -> path.endsWith(\"bias\") ? \"bias\" : \"weight\")."
                .formatted(leaf));
      }
      ofLeaves.add(label);
    }
    return ofLeaves;
  }
}
