package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.LoopDependenceException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.tree.TreeComparison;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The variables that a lifted loop carries. Each iteration ends with the variables that it began
 * with.
 */
final class CarriedVariables {

  private CarriedVariables() {}

  /** {@return the written variables, and the values that went in of immutable ones} */
  static List<Variables> completed(List<Variables> written, List<Variables> before) {
    var all = new ArrayList<Variables>();
    for (int i = 0; i < before.size(); i++) {
      all.add(before.get(i).with(written.get(i)));
    }
    return all;
  }

  /**
   * Checks the structure of the variables after an iteration.
   *
   * @throws TreeStructureException if a variable is new, or has another structure than before, such
   *     as a list to which a value was sown
   */
  static void requireSame(String loop, List<Variables> before, List<Variables> after) {
    for (int i = 0; i < before.size(); i++) {
      var old = before.get(i).collections();
      after
          .get(i)
          .collections()
          .forEach((name, values) ->
              requireSame(loop, name, "", old.getOrDefault(name, Params.empty()), values));
    }
  }

  /**
   * Checks that the body neither made nor wrote shared variables. Without a run before the loop
   * their values could not leave it.
   *
   * @throws LoopDependenceException naming the first variable
   */
  static void requireUnchanged(List<Variables> before, List<Variables> after) {
    for (int i = 0; i < before.size(); i++) {
      var flat = after.get(i).flat();
      var known = Collections.<Object>newSetFromMap(new IdentityHashMap<>());
      known.addAll(before.get(i).flat().leaves());
      for (int leaf = 0; leaf < flat.leaves().size(); leaf++) {
        if (!known.contains(flat.leaves().get(leaf))) {
          throw new LoopDependenceException(
              "Lifted scan with checkConstancy(false) needs shared variables that exist and do not change, but its body created or wrote \"%s\". Create it before the scan, carry it with variableCarry, or leave the check on."
                  .formatted(flat.structure().paths().get(leaf)));
        }
      }
    }
  }

  /**
   * Checks structure and types of a carry after an iteration. A weak dtype may become another one
   * once.
   */
  static void requireSameCarry(String loop, @Nullable Object came, @Nullable Object returned) {
    var in = StaticLeafTree.of(came);
    var out = StaticLeafTree.of(returned);
    TreeComparison.requireSame(
        "The carry of " + loop,
        "the one that came in",
        in.structure(),
        "the one that the body returned",
        out.structure());
    for (int i = 0; i < in.leaves().size(); i++) {
      var path = in.structure().paths().get(i);
      var leaf = path.isEmpty() ? "it" : "leaf \"" + path + "\"";
      var was = in.leaves().get(i);
      var is = out.leaves().get(i);
      if (was instanceof Array before && is instanceof Array after) {
        requireSameType(loop, leaf, before.aval(), after.aval());
      } else if (!was.equals(is)) {
        throw new TreeStructureException(
            "The carry of %s must keep its static leaves, but %s came as %s and became %s. Make it an Array to carry it, or keep it outside the loop."
                .formatted(loop, leaf, was, is));
      }
    }
  }

  private static void requireSameType(String loop, String leaf, ShapedArray was, ShapedArray is) {
    var message =
        "The carry of %s must keep its type in every iteration, but %s came as %s and became %s. Convert it in the body or before the loop."
            .formatted(loop, leaf, was, is);
    if (!was.shape().equals(is.shape())) {
      throw new ShapeException(message);
    }
    if (was.dtype() != is.dtype() && !was.weak()) {
      throw new DTypeException(message);
    }
  }

  private static void requireSame(
      String loop, String collection, String path, @Nullable Object before, Object after) {
    if (before instanceof Params old && after instanceof Params values) {
      values
          .entries()
          .forEach((name, value) ->
              requireSame(
                  loop,
                  collection,
                  path.isEmpty() ? name : path + "/" + name,
                  old.find(name).orElse(null),
                  value));
      return;
    }
    if (before == null) {
      throw new TreeStructureException(
          "Variable \"%s\" of collection \"%s\" is carried by a lifted %s, but only the body creates it, which has not run before the loop. Create it before, or leave checkConstancy on."
              .formatted(path, collection, loop));
    }
    var needed = Trees.structure(before);
    var came = Trees.structure(after);
    if (!needed.equals(came)) {
      throw new TreeStructureException(
          "Variable \"%s\" of collection \"%s\" is carried by a lifted %s, so it must keep its structure, but came as %s and became %s. Sow into a collection with an axis, as in variableAxis(\"%s\", 0), or combine values with a function in sow."
              .formatted(path, collection, loop, needed.toText(), came.toText(), collection));
    }
  }
}
