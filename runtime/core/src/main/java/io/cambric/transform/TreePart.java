package io.cambric.transform;

import io.cambric.core.ShapedArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a tree, given by the function that selects it.
 *
 * @param structure of the part
 * @param leaves index in the tree of each array leaf of the part
 */
record TreePart(ArrayTree.Structure structure, List<Integer> leaves) {

  /**
   * {@return the part that a function selects from trees of this structure}
   *
   * @throws TreeStructureException if the function returns an array that is not a leaf of the tree
   */
  static TreePart of(
      String what, Fn<?, ?> part, ArrayTree.Structure structure, List<ShapedArray> avals) {
    var body = TracedBody.of(what, part, structure, avals);
    var program = body.traced().jaxpr();
    int captured = body.traced().constants().size();
    var leaves = new ArrayList<Integer>();
    for (var output : program.outputs()) {
      int leaf = program.inputs().indexOf(output) - captured;
      if (leaf < 0) {
        throw new TreeStructureException(
            "%s needs a function that selects a part of the tree, but it returned %s, which is not a leaf of the tree. Select the leaf, and compute with it afterwards."
                .formatted(what, output.aval().toText()));
      }
      leaves.add(leaf);
    }
    return new TreePart(body.result(), leaves);
  }

  /** {@return the elements that belong to the leaves of the part} */
  <E> List<E> choose(List<? extends E> ofTree) {
    var chosen = new ArrayList<E>();
    leaves.forEach(leaf -> chosen.add(ofTree.get(leaf)));
    return chosen;
  }
}
