/**
 * Writes the generated classes: modules, flatteners and interfaces of withers.
 *
 * <p>A writer turns a checked model into a source file with exactly one originating element, so
 * that incremental builds may treat the processor as isolating.
 */
@NullMarked
package io.cambric.processor.write;

import org.jspecify.annotations.NullMarked;
