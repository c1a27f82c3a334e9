package io.cambric.numpy;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;
import io.cambric.numpy.dtype.Promotion;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.ArrayPadding;
import io.cambric.numpy.routine.Averages;
import io.cambric.numpy.routine.Bits;
import io.cambric.numpy.routine.Comparisons;
import io.cambric.numpy.routine.Convolutions;
import io.cambric.numpy.routine.Correlation;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.routine.Differences;
import io.cambric.numpy.routine.Dtypes;
import io.cambric.numpy.routine.Editing;
import io.cambric.numpy.routine.ElementSelection;
import io.cambric.numpy.routine.Exponents;
import io.cambric.numpy.routine.Extrema;
import io.cambric.numpy.routine.FloatParts;
import io.cambric.numpy.routine.Histograms;
import io.cambric.numpy.routine.IndexGrids;
import io.cambric.numpy.routine.Joining;
import io.cambric.numpy.routine.Logic;
import io.cambric.numpy.routine.PatternMatrices;
import io.cambric.numpy.routine.Printing;
import io.cambric.numpy.routine.Products;
import io.cambric.numpy.routine.Quantiles;
import io.cambric.numpy.routine.Ranges;
import io.cambric.numpy.routine.Rearranging;
import io.cambric.numpy.routine.Replacement;
import io.cambric.numpy.routine.Roundings;
import io.cambric.numpy.routine.SampleInterpolation;
import io.cambric.numpy.routine.Searching;
import io.cambric.numpy.routine.Sets;
import io.cambric.numpy.routine.Shapes;
import io.cambric.numpy.routine.Sorting;
import io.cambric.numpy.routine.Sums;
import io.cambric.numpy.routine.Trigonometry;
import io.cambric.numpy.special.BesselAndSinc;

/**
 * The functions of {@code jax.numpy}, with their names in camel case. They broadcast, promote
 * dtypes by {@link Promotion}, and count negative axes from the last.
 *
 * {@snippet :
 * import static io.cambric.numpy.Numpy.*;
 *
 * Array weights = where(mask, logits, -1e9);
 * Array scores = einsum("bqd,bkd->bqk", query, key);
 * Array centred = subtract(x, mean(x, Axes.of(-1), true));
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.numpy.html">jax.numpy</a>
 */
@Facade(
    name = "Numpy",
    chapters =
        @Chapter({
          Creation.class,
          Ranges.class,
          PatternMatrices.class,
          IndexGrids.class,
          Dtypes.class,
          Printing.class,
          Shapes.class,
          Joining.class,
          Rearranging.class,
          Editing.class,
          ArrayPadding.class,
          ElementSelection.class,
          Replacement.class,
          Arithmetic.class,
          Exponents.class,
          Trigonometry.class,
          BesselAndSinc.class,
          Roundings.class,
          FloatParts.class,
          Comparisons.class,
          Logic.class,
          Bits.class,
          Extrema.class,
          Sums.class,
          Differences.class,
          SampleInterpolation.class,
          Averages.class,
          Quantiles.class,
          Histograms.class,
          Correlation.class,
          Sorting.class,
          Searching.class,
          Sets.class,
          Products.class,
          Convolutions.class,
          SignalWindows.class,
          Polynomials.class,
          FunctionalProgramming.class
        }),
    common = CommonFunctions.class)
interface NumpyContents {}
