package io.cambric.models.pretrained;

import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** The variables of a model as avals. */
public final class ModelShapes {

  private ModelShapes() {}

  /**
   * {@return the variables that a function of a module creates, with avals in place of arrays}
   *
   * <p>Nothing is computed, so that large models cost nothing.
   */
  public static <M extends Module<M>> Variables of(M module, Fn<M, ?> function) {
    var structure = new AtomicReference<TreeDef>();
    var avals =
        (List<?>)
            Transforms.evalShape(
                (Key key) -> {
                  var flat = Trees.flatten(module.init(Rngs.of(key), function));
                  structure.set(flat.structure());
                  return flat.leaves();
                },
                Key.of(0));
    var tree = Objects.requireNonNull(structure.get()).unflatten(Objects.requireNonNull(avals));
    return (Variables) Objects.requireNonNull(tree);
  }
}
