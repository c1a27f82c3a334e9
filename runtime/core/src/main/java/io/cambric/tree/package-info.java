/**
 * Pytrees, as in {@code jax.tree}: lists, maps, {@code @PyTree} records and leaves. A tree is
 * flattened to its leaves and a treedef, and rebuilt from them. The package does not depend on
 * arrays; a leaf is any object that is not a node.
 *
 * <h2>Flatten and unflatten</h2>
 *
 * <p>{@link io.cambric.tree.Trees#flatten} yields the leaves from left to right, and the structure
 * as a {@link io.cambric.tree.TreeDef}. Transformations work on the leaves; the structure is part
 * of the key of compiled programs.
 *
 * {@snippet :
 * var params = Map.of("kernel", kernel, "bias", bias);
 * Trees.Flat flat = Trees.flatten(params); // leaves [bias, kernel], keys sorted
 * Object again = flat.structure().unflatten(flat.leaves());
 * }
 *
 * <h2>Map and reduce</h2>
 *
 * <p>Functions of leaves apply to whole trees. Trees of one structure are combined leaf by leaf.
 *
 * {@snippet :
 * Map<String, Array> halved = Trees.map(params, (Array leaf) -> leaf.mul(0.5));
 * var sum = Trees.map(params, halved, (Array a, Array b) -> a.add(b));
 * long size = Trees.reduce(params, 0L, (Long total, Array leaf) -> total + leaf.size());
 * }
 *
 * <h2>Nodes</h2>
 *
 * <p>Lists, maps and optionals are nodes, and so are records unless they are {@link
 * io.cambric.tree.Opaque}. A class of this project is a node if it implements {@link
 * io.cambric.tree.TreeNode}. A class of another library is registered.
 *
 * {@snippet :
 * Trees.registerList(ImmutableList.class, ImmutableList::copyOf);
 * }
 *
 * <h2>Static values</h2>
 *
 * <p>{@code @Static} components of records are part of the structure, not leaves. {@link
 * io.cambric.tree.StaticValues} has the rule for such values: they are immutable and compare by
 * value.
 *
 * <h2>Rules</h2>
 *
 * <ul>
 *   <li>The class of a list or map is not part of the structure; its length or keys are.
 *   <li>{@code null} is a node without children, like {@code None} in JAX.
 *   <li>Prefix trees are broadcast: a leaf applies to all leaves below its place.
 *   <li>Errors name the place where a tree does not fit, as a path of names.
 * </ul>
 */
@CheckReturnValue
@NullMarked
package io.cambric.tree;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
