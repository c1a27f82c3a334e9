/** Tests of the generator of per-arity classes. */
@NullMarked
package io.cambric.processor.arity;

import org.jspecify.annotations.NullMarked;
