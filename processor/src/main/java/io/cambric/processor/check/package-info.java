/**
 * The checks of signatures and types, one rule a file.
 *
 * <p>A {@link io.cambric.processor.check.FormCheck} looks at an annotated element before it is
 * read, and stops it from being read if its form is wrong; a {@link
 * io.cambric.processor.check.ModuleCheck} looks at a complete model.
 */
@NullMarked
package io.cambric.processor.check;

import org.jspecify.annotations.NullMarked;
