/**
 * A restricted reader of the pickles of Python: plain values, and objects that the caller of the
 * reader makes by name. Not exported; {@code frameworks.torch} uses it.
 */
@NullMarked
package io.cambric.frameworks.pickle;

import org.jspecify.annotations.NullMarked;
