/** Tests of models. */
@NullMarked
package io.cambric.text.model;

import org.jspecify.annotations.NullMarked;
