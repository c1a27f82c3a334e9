/** Generated classes at work in the real runtime. */
@NullMarked
package io.cambric.generated;

import org.jspecify.annotations.NullMarked;
