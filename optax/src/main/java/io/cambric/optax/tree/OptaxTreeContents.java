package io.cambric.optax.tree;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Functions on trees of arrays, with the names of {@code optax.tree}.
 *
 * {@snippet :
 * Array length = OptaxTree.norm(gradients);
 * Params moved = OptaxTree.addScale(params, -0.1, gradients);
 * Array count = OptaxTree.get(state, "count", Array.class).orElseThrow();
 * }
 *
 * <p>Trees of one call have the same structure. A leaf may broadcast against its partner.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/utilities.html#tree">optax.tree</a>
 */
@Facade(
    name = "OptaxTree",
    chapters = {
      @Chapter(TreeArithmetic.class),
      @Chapter(TreeReductions.class),
      @Chapter(TreeFilling.class),
      @Chapter(TreeDtypes.class),
      @Chapter(TreeMoments.class),
      @Chapter(TreeRandom.class),
      @Chapter(TreeStates.class)
    })
interface OptaxTreeContents {}
