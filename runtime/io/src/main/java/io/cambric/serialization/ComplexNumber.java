package io.cambric.serialization;

import io.cambric.tree.Opaque;

/**
 * A Python complex number in a state dict; a leaf of pytrees.
 *
 * @param real part
 * @param imaginary part
 */
public record ComplexNumber(double real, double imaginary) implements Opaque {}
