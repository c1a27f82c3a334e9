/** Tests of the generator of withers. */
@NullMarked
package io.cambric.build.withers;

import org.jspecify.annotations.NullMarked;
