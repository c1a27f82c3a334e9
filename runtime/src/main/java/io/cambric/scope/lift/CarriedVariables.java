package io.cambric.scope.lift;

import io.cambric.errors.TreeStructureException;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.ArrayList;
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
          "Variable \"%s\" of collection \"%s\" is carried by a lifted %s, but the body makes it, and did not run before the loop. Make it before, or leave checkConstancy on."
              .formatted(path, collection, loop));
    }
    var needed = Trees.structure(before);
    var came = Trees.structure(after);
    if (!needed.equals(came)) {
      throw new TreeStructureException(
          "Variable \"%s\" of collection \"%s\" is carried by a lifted %s, so it needs one structure in all rounds, but went in as %s and came out as %s. Sow into a collection with an axis, as in variableAxis(\"%s\", 0), or combine values with a function of sow."
              .formatted(path, collection, loop, needed.toText(), came.toText(), collection));
    }
  }
}
