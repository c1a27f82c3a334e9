/** Tests of normalizers. */
@NullMarked
package io.cambric.text.normalize;

import org.jspecify.annotations.NullMarked;
