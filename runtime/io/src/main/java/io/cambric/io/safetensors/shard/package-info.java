/**
 * Models in several files with an index. Exported to the artifacts of this project alone, since
 * files of other formats have the same index.
 */
@NullMarked
package io.cambric.io.safetensors.shard;

import org.jspecify.annotations.NullMarked;
