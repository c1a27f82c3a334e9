/**
 * Reads annotated elements into models: records that hold what the generated classes need, with
 * every type named, also those which this very round generates.
 *
 * <p>A model is either complete or says which types it waits for. The check and write stages use
 * this package; it uses {@code report} only.
 */
@NullMarked
package io.cambric.processor.read;

import org.jspecify.annotations.NullMarked;
