/**
 * Checkpoints of JAX: folders of Orbax, and files of {@code flax.serialization}. Orbax keeps each
 * array in the zarr format, either in a folder of its own or in a tree of keys and values that is
 * called OCDBT.
 *
 * @see <a href="https://orbax.readthedocs.io/">Orbax</a>
 * @see <a href="https://google.github.io/tensorstore/kvstore/ocdbt/">OCDBT</a>
 */
@NullMarked
package io.cambric.frameworks.orbax;

import org.jspecify.annotations.NullMarked;
