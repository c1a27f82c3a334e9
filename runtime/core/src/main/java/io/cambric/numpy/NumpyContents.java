package io.cambric.numpy;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * The functions of {@code jax.numpy} with their names in camel case: they broadcast, promote dtypes
 * as {@link Promotion} says, and count negative axes from the last.
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
          ArrayCreation.class,
          ConversionFunctions.class,
          ExistingDataCreation.class,
          DtypeFunctions.class,
          SpacedFunctions.class,
          GridCreation.class,
          ArithmeticFunctions.class,
          MathFunctions.class,
          NumericFunctions.class,
          WhereFunctions.class,
          ShapeFunctions.class,
          JoinFunctions.class,
          PadFunctions.class,
          ManipulationFunctions.class,
          SelectionFunctions.class,
          IndexFunctions.class,
          ReductionFunctions.class,
          NanFunctions.class,
          QuantileFunctions.class,
          SortFunctions.class,
          SearchFunctions.class,
          HistogramFunctions.class,
          SetFunctions.class,
          SizedFunctions.class,
          ProductFunctions.class,
          PreferredProducts.class,
          SignalFunctions.class,
          SignalWindows.class,
          PolynomialFunctions.class,
          VectorizeFunctions.class
        }),
    common = CommonFunctions.class)
interface NumpyContents {}
