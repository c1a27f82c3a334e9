package io.cambric.optax.wrapper;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.errors.TreeStructureException;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Mask;
import io.cambric.optax.base.MaskedNode;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.optax.hyperparameter.Hyperparameters;
import io.cambric.optax.transform.ClipByGlobalNorm;
import io.cambric.tree.LooseTrees;
import io.cambric.tree.PrefixSpread;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A masked transformation, applied to the leaves for which a mask is true. Updates of the other
 * leaves pass unchanged.
 *
 * <p>The transformation sees a {@link MaskedNode} instead of each other leaf. It therefore keeps no
 * state for that leaf, and norms such as in {@link ClipByGlobalNorm} do not count it. The gradient
 * among the extra arguments is masked like the updates. The loss as a function receives the other
 * leaves of the parameters unchanged.
 *
 * @param inner the transformation
 * @param mask true for the leaves that are transformed
 */
public record Masked(GradientTransformation inner, Mask mask) implements Stateful<Masked.State> {

  /**
   * The state.
   *
   * @param innerState state of the transformation
   */
  @PyTree
  public record State(OptState innerState) implements OptState {}

  /** {@return a transformation of the leaves of a mask, or of all leaves if there is no mask} */
  public static GradientTransformation where(
      @Nullable Mask mask, GradientTransformation transformation) {
    return mask == null ? transformation : new Masked(transformation, mask);
  }

  @Override
  public Class<State> stateType() {
    return State.class;
  }

  @Override
  public State initial(Object params) {
    return new State(inner.init(masked(params, kept(mask, params))));
  }

  @Override
  public <P> Updated<P> step(P updates, State state, @Nullable P params, Extras<P> extras) {
    var kept = kept(mask, updates);
    var updated =
        inner.update(
            masked(updates, kept),
            state.innerState,
            params == null ? null : masked(params, kept),
            extras.converted(
                tree -> masked(tree, kept),
                tree -> filled(Hyperparameters.requireParams("masked", params), tree, kept)));
    return new Updated<>(filled(updates, updated.updates(), kept), new State(updated.state()));
  }

  /** {@return a tree with the leaves of a masked tree at their paths} */
  private static <P> P filled(P whole, Object masked, List<Boolean> kept) {
    var all = Trees.leaves(whole);
    var transformed = Trees.leaves(masked).iterator();
    var leaves = new ArrayList<Object>(kept.size());
    for (int i = 0; i < kept.size(); i++) {
      leaves.add(kept.get(i) ? transformed.next() : all.get(i));
    }
    return Leaves.unflatten(whole, leaves);
  }

  /** {@return for each leaf of a tree, whether a mask is true} */
  static List<Boolean> kept(Mask mask, Object tree) {
    var kept = new ArrayList<Boolean>();
    var structure = Trees.structure(tree);
    if (structure.leafCount() == 0) {
      // The tree is the placeholder of the parameters, with a structure that no mask has.
      return kept;
    }
    for (var leaf : PrefixSpread.of("The mask of masked", mask.booleans().apply(tree), structure)) {
      if (!(leaf instanceof Boolean truth)) {
        throw new TreeStructureException(
            "masked needs a mask of booleans, but one leaf is %s. Compare paths or shapes, as in (Params p) -> p.mapWithPath((path, leaf) -> path.endsWith(\"kernel\"))."
                .formatted(
                    leaf instanceof Array array ? array.aval() : leaf == null ? "null" : leaf));
      }
      kept.add(truth);
    }
    return kept;
  }

  private static Object masked(Object tree, List<Boolean> kept) {
    var next = kept.iterator();
    return LooseTrees.map(tree, leaf -> next.next() ? leaf : new MaskedNode());
  }
}
