package io.cambric.models.pretrained;

import io.cambric.core.NdArray;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Weights by a formula of their names, which the scripts of recorded values have, too. Values are
 * in [-0.5, 0.5) and differ as random ones do.
 */
public final class PatternWeights {

  private static final long MASK = 0xFFFF_FFFFL;

  private PatternWeights() {}

  /** {@return arrays of the same names and shapes with values by the formula} */
  public static Map<String, NdArray> of(Map<String, NdArray> arrays) {
    var filled = new LinkedHashMap<String, NdArray>();
    arrays.forEach((name, array) -> filled.put(name, of(name, array)));
    return filled;
  }

  private static NdArray of(String name, NdArray array) {
    var crc = new CRC32();
    crc.update(name.getBytes(StandardCharsets.UTF_8));
    var values = new float[(int) array.size()];
    for (int i = 0; i < values.length; i++) {
      long x = crc.getValue() + i * 2_654_435_761L & MASK;
      x ^= x >>> 15;
      x = x * 2_246_822_519L & MASK;
      x ^= x >>> 13;
      values[i] = (float) (x >>> 8) / (1 << 24) - 0.5f;
    }
    return NdArray.of(array.shape(), values);
  }
}
