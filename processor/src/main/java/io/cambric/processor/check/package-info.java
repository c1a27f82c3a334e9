/**
 * The checks of signatures and types, one rule a file.
 *
 * <p>A {@link io.cambric.processor.check.FormCheck} looks at an annotated element before it is
 * read. If its form is wrong, the element is not read. A {@link
 * io.cambric.processor.check.ModuleCheck} looks at a complete model.
 */
@NullMarked
package io.cambric.processor.check;

import org.jspecify.annotations.NullMarked;
