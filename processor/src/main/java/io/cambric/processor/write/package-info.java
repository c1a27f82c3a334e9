/**
 * Writes the generated classes: modules, flatteners and interfaces of withers.
 *
 * <p>A writer makes a source file of a checked model, with exactly one originating element. So
 * incremental builds may treat the processor as isolating.
 */
@NullMarked
package io.cambric.processor.write;

import org.jspecify.annotations.NullMarked;
