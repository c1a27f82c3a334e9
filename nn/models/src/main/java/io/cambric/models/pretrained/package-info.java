/**
 * Readers of configurations and of the names of weights, which the packages of models share. Not
 * exported.
 */
@NullMarked
package io.cambric.models.pretrained;

import org.jspecify.annotations.NullMarked;
