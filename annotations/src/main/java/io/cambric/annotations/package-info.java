/** The user contract: the annotations that the processor reads. */
@NullMarked
package io.cambric.annotations;

import org.jspecify.annotations.NullMarked;
